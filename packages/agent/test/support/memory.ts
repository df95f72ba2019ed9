import { createHash } from 'node:crypto';
import { createMemory, type Embedder, type Memory, type MemoryScope } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach } from 'vitest';

const dimensions = 128;

/** Hashes words into a vector, so that texts with common words are similar. */
export const wordEmbedder: Embedder = {
  identity: async () => ({ name: 'words', revision: '1', dimensions, pooling: 'mean' }),
  embed: async (texts) =>
    texts.map((text) => {
      const vector = new Float32Array(dimensions);
      for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
        const at = createHash('md5').update(word).digest().readUInt32LE() % dimensions;
        vector[at]! += word.length > 3 ? 1 : 0.1;
      }
      return vector;
    }),
  calibration: { duplicate: 0.95, related: 0.85, relevant: 0.35 },
};

/** A real memory in SQLite, deleted by `close()`. */
export function openMemory(clock?: () => Date): Promise<Memory> {
  return createMemory({
    backend: sqliteBackend({ path: ':memory:' }),
    embedder: wordEmbedder,
    ...(clock ? { clock } : {}),
  });
}

/** For prefetches, whose own limit of 500 ms a busy machine may exceed. */
export const patient = { timeoutMs: 60_000 };

/** Of the running test. */
export let memory: Memory;
export let ada: MemoryScope;

/** Opens a memory before each test of a file, and closes it afterwards. */
export function memoryOfEachTest(clock?: () => Date): void {
  beforeEach(async () => {
    memory = await openMemory(clock);
    ada = memory.scope('ada');
  });
  afterEach(() => memory.close());
}
