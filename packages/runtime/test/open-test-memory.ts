import { createMemory, type Embedder, type Memory } from '@mneme/core';
import { sqliteBackend } from '@mneme/kv-backend';

/** Letters counted: near texts are near, and the same text always gives the same vector. */
export const letterEmbedder: Embedder = {
  identity: async () => ({ name: 'letters', revision: '1', dimensions: 32, pooling: 'none' }),
  embed: async (texts) =>
    texts.map((text) => {
      const vector = new Float32Array(32);
      for (const character of text) vector[(character.codePointAt(0) ?? 0) % 32]! += 1;
      return vector;
    }),
  // So high that only the rules for equal texts decide.
  calibration: { duplicate: 0.9999, related: 0.9998, relevant: 0.1 },
};

/** A memory that is gone when it is closed, at a time that stands still. */
export function openTestMemory({ now = '2026-03-01T09:00:00.000Z' } = {}): Promise<Memory> {
  return createMemory({
    backend: sqliteBackend({ path: ':memory:' }),
    embedder: letterEmbedder,
    clock: () => new Date(now),
  });
}

/** Lines as a stream of bytes, in chunks that end anywhere. */
export async function* streamOf(text: string, { chunkBytes = 7 } = {}): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    yield bytes.slice(start, start + chunkBytes);
  }
}

export function jsonLines(...values: unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
