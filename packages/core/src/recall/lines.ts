import type { MemoryRecord } from '@mneme/engine/contract';
import { isSaid } from '../records/index.ts';
import { excerpt } from './excerpt.ts';
import type { Passage } from './passages.ts';

/** Lines as a block shows them, so that their tokens are counted exactly. */

export function factLine(fact: MemoryRecord, message = ''): string {
  const { category } = fact;
  const text = isSaid(fact) ? saidLine(fact, message) : excerpt(fact.content, message);
  // Any day is as long as those in a block.
  return `- [${category}] ${text} (${factNote(fact, () => fact.occurredAt)})\n`;
}

/**
 * The note behind a fact: its importance; for one that was learned from turns its day; for a contested one its day and
 * those of the others, so that a reader can compare.
 */
export function factNote(
  {
    importance,
    occurredAt,
    extractedBy,
    contests,
    contestedBy,
  }: Pick<MemoryRecord, 'importance' | 'occurredAt' | 'extractedBy' | 'contests' | 'contestedBy'>,
  timeOf: (id: string) => string | undefined,
): string {
  const days = (ids: readonly string[]) => ids.map((id) => timeOf(id)?.slice(0, 10)).join(', ');
  const said = `said ${occurredAt.slice(0, 10)}`;
  const isLearned = extractedBy !== undefined;
  const notes = [
    ...(contests === undefined ? [] : [`may replace what was said ${days(contests)}`]),
    ...(contestedBy === undefined ? [] : [`may be outdated by what was said ${days(contestedBy)}`]),
  ];
  const head = `${isLearned ? `${said}, ` : ''}importance: ${importance}`;
  if (notes.length === 0) return head;
  return `${head}; ${[...(isLearned ? [] : [said]), ...notes].join(', ')}`;
}

export function passageLines(passage: Passage, message: string): string {
  const [first] = passage;
  const lines = passage.map(({ entry: { record } }) => `  ${saidLine(record, message)}\n`);
  return `Said on ${first?.entry.record.occurredAt.slice(0, 10)}:\n${lines.join('')}`;
}

function saidLine({ content, source }: MemoryRecord, message: string): string {
  return `${source.speaker ?? ''} — "${excerpt(content, message)}"`;
}
