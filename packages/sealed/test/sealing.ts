import { createMemory, type MemoryBackend, MnemeError } from '@mneme/core';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { memoryKeyring } from './memory-keyring.ts';

// The bytes are sealed, so the suite cannot search them; `visible.test.ts` checks what is visible.
export const lacks = {
  bytes: 'what is stored is sealed, so the words that it looks for are never there',
};

export interface Place<Backend> {
  backend: Backend;
  reopen(): Backend;
  destroy(): Promise<unknown>;
}

/** The same place, with each backend sealed by the same keyring. */
export function sealing<Backend>(
  { backend, reopen, destroy }: Place<Backend>,
  seal: (backend: Backend, options: { keyring: ReturnType<typeof memoryKeyring> }) => Backend,
): Place<Backend> {
  const keyring = memoryKeyring();
  return {
    backend: seal(backend, { keyring }),
    reopen: () => seal(reopen(), { keyring }),
    destroy,
  };
}

/** The code that a call rejects with, or `nothing`. */
export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => (MnemeError.isInstance(error) ? error.code : String(error)),
  );

/** A memory with the embedder of tests. */
export const open = (backend: MemoryBackend) => createMemory({ backend, embedder: letterEmbedder });
