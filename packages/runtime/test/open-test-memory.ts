import { createMemory, type Memory } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';

/** A temporary memory with a stopped clock, or one that advances by `stepMs` per call. */
export function openTestMemory({ stepMs = 0 } = {}): Promise<Memory> {
  let now = Date.parse('2026-03-01T09:00:00.000Z');
  return createMemory({
    backend: sqliteBackend({ path: ':memory:' }),
    embedder: letterEmbedder,
    clock: () => {
      now += stepMs;
      return new Date(now);
    },
  });
}

/** Lines as a stream of bytes, in small chunks. */
export async function* streamOf(text: string, { chunkBytes = 7 } = {}): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    yield bytes.slice(start, start + chunkBytes);
  }
}

export function jsonLines(...values: unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
