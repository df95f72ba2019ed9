import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createMemory, type MemoryOptions } from '@mneme/core';
import { sqliteBackend, sqliteRows } from '@mneme/sqlite';
import { afterEach, beforeEach } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { storeBackend } from '../src/index.ts';

/** The path of a file in a folder of the running test. */
export let path: string;
let folder: string;
const opened: { close(): Promise<void> }[] = [];

/** Gives each test of the file a folder, which is removed after it. */
export function useFile(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mneme-rows-'));
    path = join(folder, 'memory.db');
  });
  afterEach(async () => {
    await closeAll();
    rmSync(folder, { recursive: true });
  });
}

/** Closes what the test has opened so far. */
export async function closeAll(): Promise<void> {
  for (const each of opened.splice(0)) await each.close();
}

/** Both ways into a SQLite file. */
export const ways = {
  'a backend for SQLite': () => sqliteBackend({ path }),
  'a store over rows in SQLite': () => storeBackend(sqliteRows({ path })),
};

/** A memory on the file of the test, over rows unless another way is given. */
export async function openFile(
  options: Partial<MemoryOptions> = {},
  way: () => ReturnType<(typeof ways)[keyof typeof ways]> = ways['a store over rows in SQLite'],
) {
  const backend = way();
  opened.push(backend);
  const memory = await createMemory({ backend, embedder: letterEmbedder, ...options });
  // It closes the backend, after what it has still to write.
  opened.unshift(memory);
  return { backend, memory };
}

/** Changes the closed file without Mneme. */
export function inFile<T>(work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
}
