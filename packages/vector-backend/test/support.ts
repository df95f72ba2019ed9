import { createMemory, type Memory, type MemoryOptions } from '@mneme/core';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import type { QdrantServer } from '../../../tools/qdrant-server.mjs';
import { type QdrantBackendOptions, qdrantBackend } from '../src/index.ts';

export interface OpenOptions extends Partial<QdrantBackendOptions> {
  settings?: Partial<MemoryOptions>;
}

export function openMemory(
  { url, apiKey }: Pick<QdrantServer, 'url' | 'apiKey'>,
  { settings, ...options }: OpenOptions = {},
): Promise<Memory> {
  return createMemory({
    backend: qdrantBackend({ url, apiKey, timeoutMs: 30_000, ...options }),
    embedder: letterEmbedder,
    ...settings,
  });
}
