import { createMemory, type MemoryBackend, MnemeError } from '@mneme/core';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';

/** The code that a call rejects with, or `nothing`. */
export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => (MnemeError.isInstance(error) ? error.code : String(error)),
  );

/** A memory with the embedder of tests. */
export const open = (backend: MemoryBackend) => createMemory({ backend, embedder: letterEmbedder });
