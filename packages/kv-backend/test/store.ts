import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory, type Memory, type MemoryOptions } from '@mneme/core';
import { type SqliteBackend, type SqliteBackendOptions, sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach } from 'vitest';
import { firstEmbedder } from './life.ts';

type StoreOptions = Partial<SqliteBackendOptions> &
  Pick<MemoryOptions, 'clock' | 'embedder' | 'secrets'>;

/** The folder of the running test, and the path of a store in it. */
export let folder: string;
export let path: string;
let defaults: StoreOptions;
const opened: Pick<Memory, 'close'>[] = [];

/** Gives each test of the file a folder, which is removed after it. The options are those of {@link open}. */
export function useStore(options: StoreOptions = {}): void {
  beforeEach(() => {
    defaults = options;
    folder = mkdtempSync(join(tmpdir(), 'mneme-sqlite-'));
    path = join(folder, 'memory.db');
  });
  afterEach(async () => {
    await closeAll();
    rmSync(folder, { recursive: true });
  });
}

/** Closes what the test has opened so far. */
export async function closeAll(): Promise<void> {
  for (const memory of opened.splice(0)) await memory.close();
}

/** A memory on the store of the test. */
export async function open(options?: StoreOptions): Promise<Memory> {
  return (await openBoth(options)).memory;
}

/** Closes a memory after the test. */
export function closing<Opened extends Pick<Memory, 'close'>>(memory: Opened): Opened {
  opened.push(memory);
  return memory;
}

export async function openBoth(
  options: StoreOptions = {},
): Promise<{ backend: SqliteBackend; memory: Memory }> {
  const { clock, embedder = firstEmbedder, secrets, ...given } = { ...defaults, ...options };
  const backend = closing(sqliteBackend({ path, ...given }));
  const memory = await createMemory({ backend, embedder, clock, secrets });
  return { backend, memory: closing(memory) };
}
