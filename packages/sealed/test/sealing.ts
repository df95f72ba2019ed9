import { createMemory, type MemoryBackend, MnemeError } from '@mneme/core';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';

// The bytes are sealed, so the suite cannot search them; `visible.test.ts` checks what is visible.
export const lacks = {
  bytes: 'what is stored is sealed, so the words that it looks for are never there',
};

/** The code that a call rejects with, or `nothing`. */
export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => (MnemeError.isInstance(error) ? error.code : String(error)),
  );

/** A memory with the embedder of tests. */
export const open = (backend: MemoryBackend) => createMemory({ backend, embedder: letterEmbedder });
