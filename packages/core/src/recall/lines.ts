import type { MemoryRecord } from '@mneme/engine/contract';
import { isSaid } from '../records/index.ts';
import { excerpt } from './excerpt.ts';
import type { Passage } from './passages.ts';

/** Lines as a block shows them, so that their tokens are counted exactly. */

export function factLine(fact: MemoryRecord, message = ''): string {
  const { category, importance } = fact;
  const text = isSaid(fact) ? saidLine(fact, message) : excerpt(fact.content, message);
  return `- [${category}] ${text} (importance: ${importance}${contestNote(fact)})\n`;
}

/** As long as any day in a block: all are written alike. */
function contestNote({ occurredAt, contests, contestedBy }: MemoryRecord): string {
  const day = occurredAt.slice(0, 10);
  const days = (ids: readonly string[]) => ids.map(() => day).join(', ');
  const notes = [
    ...(contests === undefined ? [] : [`may replace what was said ${days(contests)}`]),
    ...(contestedBy === undefined ? [] : [`may be outdated by what was said ${days(contestedBy)}`]),
  ];
  return notes.length === 0 ? '' : `; said ${day}, ${notes.join(', ')}`;
}

export function passageLines(passage: Passage, message: string): string {
  const [first] = passage;
  const lines = passage.map(({ entry: { record } }) => `  ${saidLine(record, message)}\n`);
  return `Said on ${first?.entry.record.occurredAt.slice(0, 10)}:\n${lines.join('')}`;
}

function saidLine({ content, source }: MemoryRecord, message: string): string {
  return `${source.speaker ?? ''} — "${excerpt(content, message)}"`;
}
