import type { MemoryRecord } from '../contract/index.ts';
import { excerpt } from './excerpt.ts';

/** As a block shows them, so that what is counted here is what it costs there. */

export function factLine({ category, content, importance }: MemoryRecord, message = ''): string {
  return `- [${category}] ${excerpt(content, message)} (importance: ${importance})\n`;
}

export function turnLine({ content, source: { speaker = '' } }: MemoryRecord, message: string) {
  return `  ${speaker} — "${excerpt(content, message)}"\n`;
}

/** Stands before the turns of a passage. */
export function passageHead(occurredAt: string): string {
  return `Said on ${occurredAt.slice(0, 10)}:\n`;
}
