import { createMemory, type Embedder, type Memory, type MemoryOptions } from '@mneme/core';
import { type QdrantBackendOptions, qdrantBackend } from '../src/index.js';
import type { QdrantServer } from './qdrant-server.js';

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

export interface OpenOptions extends Partial<QdrantBackendOptions> {
  settings?: Partial<MemoryOptions>;
}

export function openMemory(
  { url, apiKey }: Pick<QdrantServer, 'url' | 'apiKey'>,
  { settings, ...options }: OpenOptions = {},
): Promise<Memory> {
  return createMemory({
    backend: qdrantBackend({ url, apiKey, ...options }),
    embedder: letterEmbedder,
    ...settings,
  });
}
