import type { MemoryRecord } from '@mneme/engine/contract';
import { excerpt } from './excerpt.ts';
import type { Passage } from './passages.ts';

/** Lines as a block shows them, so that what is counted here is what it costs there. */

export function factLine({ category, content, importance }: MemoryRecord, message = ''): string {
  return `- [${category}] ${excerpt(content, message)} (importance: ${importance})\n`;
}

export function passageLines(passage: Passage, message: string): string {
  const [first] = passage;
  const lines = passage.map(({ entry: { record } }) => {
    const { content, source } = record;
    return `  ${source.speaker ?? ''} — "${excerpt(content, message)}"\n`;
  });
  return `Said on ${first?.entry.record.occurredAt.slice(0, 10)}:\n${lines.join('')}`;
}
