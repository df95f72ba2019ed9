import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createMemory, type MemoryOptions } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';

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

/** A memory on the file of the test. */
export async function openFile(options: Partial<MemoryOptions> = {}) {
  const backend = sqliteBackend({ path });
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
