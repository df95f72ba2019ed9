import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory, type Memory, type MemoryOptions, MnemeError } from '@mneme/core';
import { sqliteRows } from '@mneme/sqlite';
import { afterEach } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import type { QdrantServer } from '../../../tools/qdrant-server.mjs';
import { type QdrantBackendOptions, qdrantBackend } from '../src/index.ts';

const folders: string[] = [];
const memories: Memory[] = [];

/** A path for rows, whose folder is removed after the test. */
export function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-'));
  folders.push(folder);
  return join(folder, 'memory.db');
}

afterEach(async () => {
  for (const memory of memories.splice(0)) await memory.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

export interface OpenOptions extends Partial<Omit<QdrantBackendOptions, 'rows'>> {
  /** The file of the rows. */
  path: string;
  settings?: Partial<MemoryOptions>;
}

/** A memory that is closed after the test. */
export async function openMemory(
  { url, apiKey }: Pick<QdrantServer, 'url' | 'apiKey'>,
  { settings, path, ...options }: OpenOptions,
): Promise<Memory> {
  const memory = await createMemory({
    backend: qdrantBackend({
      ...{ url, apiKey, timeoutMs: 30_000, rows: sqliteRows({ path }) },
      ...options,
    }),
    embedder: letterEmbedder,
    ...settings,
  });
  memories.push(memory);
  return memory;
}

/** The error that it must reject with. */
export async function failureOf(work: Promise<unknown>): Promise<MnemeError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!MnemeError.isInstance(error)) throw new Error(`expected a MnemeError, got ${String(error)}`);
  return error;
}
