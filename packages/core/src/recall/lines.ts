import type { MemoryRecord } from '@mneme/contract';
import { isSaid } from '../records/index.ts';
import { excerpt } from './excerpt.ts';
import type { Passage } from './passages.ts';

/** Lines as a block shows them, so that their tokens are counted exactly. */

export function factLine(fact: MemoryRecord, message = ''): string {
  const { category, importance } = fact;
  const text = isSaid(fact) ? saidLine(fact, message) : excerpt(fact.content, message);
  // Any day is as long as those in a block.
  const note = contestNote(fact, () => fact.occurredAt);
  return `- [${category}] ${text} (${note}importance: ${importance})\n`;
}

/**
 * The day of a learned fact, so that a reader can compare two of them; for a contested memory also the days of the
 * others.
 */
export function contestNote(
  {
    occurredAt,
    contests,
    contestedBy,
    extractedBy,
  }: Pick<MemoryRecord, 'occurredAt' | 'contests' | 'contestedBy' | 'extractedBy'>,
  timeOf: (id: string) => string | undefined,
): string {
  const days = (ids: readonly string[]) => ids.map((id) => timeOf(id)?.slice(0, 10)).join(', ');
  const notes = [
    ...(contests === undefined ? [] : [`may replace what was said ${days(contests)}`]),
    ...(contestedBy === undefined ? [] : [`may be outdated by what was said ${days(contestedBy)}`]),
  ];
  if (notes.length === 0 && extractedBy === undefined) return '';
  return `${[`said ${occurredAt.slice(0, 10)}`, ...notes].join(', ')}; `;
}

export function passageLines(passage: Passage, message: string): string {
  const [first] = passage;
  const lines = passage.map(({ entry: { record } }) => `  ${saidLine(record, message)}\n`);
  return `Said on ${first?.entry.record.occurredAt.slice(0, 10)}:\n${lines.join('')}`;
}

function saidLine({ content, source }: MemoryRecord, message: string): string {
  return `${source.speaker ?? ''} — "${excerpt(content, message)}"`;
}
