import { memoryKeyring } from './memory-keyring.ts';

// What the suite looks for in the bytes is sealed there: `visible.test.ts` looks for what is not.
export const lacks = {
  bytes: 'what is stored is sealed, so the words that it looks for are never there',
};

export interface Place<Backend> {
  backend: Backend;
  reopen(): Backend;
  destroy(): Promise<unknown>;
}

/** The same place, each backend on it sealed with one keyring. */
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
