import type { RetrievedMemory } from '@mneme/core';
import { plainLine } from '../prefetch/plain-line.ts';

/** The part of a memory that the guard needs. */
export type RecalledMemory = Pick<RetrievedMemory, 'id' | 'content' | 'category' | 'importance'>;

/**
 * What was recalled in one dialogue. Models tend to store again what they have just read; without this check a memory
 * fills with echoes of itself.
 */
export interface RecallLog {
  /** Adds memories that the model has seen. */
  note(memories: readonly RecalledMemory[]): void;
  /** Removes a deleted or replaced memory, which cannot be echoed any more. */
  forget(id: string): void;
  /**
   * The memories that this text repeats: the whole text is one memory, or each of its lines. Letter case, spaces, list
   * marks, quotes and the form of a recalled line do not count. Undefined: it says something new.
   */
  echoes(text: string): RecalledMemory[] | undefined;
}

const capacity = 2000;

/** Remembers the newest 2,000 memories. */
export function createRecallLog(): RecallLog {
  const byId = new Map<string, { memory: RecalledMemory; keys: string[] }>();
  const byKey = new Map<string, RecalledMemory>();

  const forget = (id: string) => {
    for (const key of byId.get(id)?.keys ?? []) {
      if (byKey.get(key)?.id === id) byKey.delete(key);
    }
    byId.delete(id);
  };

  return {
    forget,
    note(memories) {
      for (const { id, content, category, importance } of memories) {
        forget(id);
        const memory = { id, content, category, importance };
        const keys = [keyOf(content), keyOf(plainLine(content))].filter((key) => key !== '');
        byId.set(id, { memory, keys });
        for (const key of keys) byKey.set(key, memory);
        const oldest = byId.keys().next();
        if (byId.size > capacity && !oldest.done) forget(oldest.value);
      }
    },
    echoes(text) {
      const whole = byKey.get(keyOf(text));
      if (whole) return [whole];
      const lines = text
        .split('\n')
        .map(keyOf)
        .filter((key) => key !== '');
      const found = lines.map((line) => byKey.get(line));
      if (lines.length < 2 || found.includes(undefined)) return undefined;
      return [...new Set(found as RecalledMemory[])];
    },
  };
}

const importanceMark = /\(importance: \d(?:; said [^()]{0,1000})?\)$/;
const opening = new Set('"\'“‘« ');
const closing = new Set('"\'”’».!。！ ');

/** Trimmed by hand from both ends: a pattern that ends in `+$` would try every position of a long text. */
function keyOf(text: string): string {
  const line = text
    .normalize('NFKC')
    .toLowerCase()
    .trim()
    .replace(/^(?:[-*•]|\d+[.)])\s+/, '')
    .replace(/^\[[a-z_]+\]\s+/, '')
    .replace(importanceMark, '')
    .replace(/\s+/g, ' ');
  let [start, end] = [0, line.length];
  while (start < end && opening.has(line.charAt(start))) start++;
  while (end > start && closing.has(line.charAt(end - 1))) end--;
  return line.slice(start, end);
}
