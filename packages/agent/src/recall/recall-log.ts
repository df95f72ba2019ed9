import type { Importance, MemoryCategory } from '@mneme/core';
import { integer, parseOptions } from '@mneme/core/input';
import { plainLine } from '../prefetch/plain-line.ts';

/** The part of a memory that the guard needs. */
export interface RecalledMemory {
  id: string;
  content: string;
  /** Absent: it was said, and is no fact. */
  category?: MemoryCategory;
  importance: Importance;
}

/**
 * What was recalled in one dialogue. A model tends to store again what it has just read; without this guard a memory
 * fills with echoes of itself.
 */
export interface RecallLog {
  /** These memories were put before the model. */
  note(memories: readonly RecalledMemory[]): void;
  /** A memory that was deleted or replaced is no echo any more. */
  forget(id: string): void;
  /**
   * The memories that this text repeats: the whole text one memory, or each of its lines one. Letter case, spaces,
   * list marks, quotes and the marks of a recalled line do not count. Undefined: it says something new.
   */
  echoes(text: string): RecalledMemory[] | undefined;
}

const optionFields = { capacity: integer({ min: 1, max: Number.MAX_SAFE_INTEGER }) };

/** Remembers the newest `capacity` memories (default 2,000). */
export function createRecallLog(options: { capacity?: number } = {}): RecallLog {
  const { capacity = 2000 } = parseOptions(options, optionFields);
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

/** From the ends inwards by hand: a pattern that ends in `+$` tries every place of a long text. */
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
