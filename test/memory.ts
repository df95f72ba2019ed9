import { createMemory, type Memory, type MemoryOptions } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend } from '@mneme/sqlite';
import { afterAll } from 'vitest';

/** A memory in SQLite without a file and with the bundled encoder, unless the options say otherwise. */
export function openMemory(options: Partial<MemoryOptions> = {}): Promise<Memory> {
  return createMemory({
    backend: sqliteBackend({ path: ':memory:' }),
    embedder: staticEmbedder(),
    ...options,
  });
}

/** One memory for all tests of a file, closed after them. */
export async function sharedMemory(options: Partial<MemoryOptions> = {}): Promise<Memory> {
  const memory = await openMemory(options);
  afterAll(() => memory.close());
  return memory;
}
