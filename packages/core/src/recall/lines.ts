import type { MemoryRecord } from '@mneme/engine/contract';
import { excerpt } from './excerpt.ts';
import type { Passage } from './passages.ts';

/** Lines as a block shows them, so that what is counted here is what it costs there. */

export function factLine(record: MemoryRecord, message = ''): string {
  const { category, content, importance } = record;
  return `- [${category}] ${excerpt(content, message)} (importance: ${importance}${contestNote(record)})\n`;
}

/** As long as a block shows it: every day is written alike. */
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
  const lines = passage.map(({ entry: { record } }) => {
    const { content, source } = record;
    return `  ${source.speaker ?? ''} — "${excerpt(content, message)}"\n`;
  });
  return `Said on ${first?.entry.record.occurredAt.slice(0, 10)}:\n${lines.join('')}`;
}
