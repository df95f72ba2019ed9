import { type Backend, MnemeError } from '@mneme/core/contract';
import { isSealedScope, someScopes } from './sealed-scope.ts';

/** The problem of a sealed store that is opened without a keyring. */
export const isSealed = 'the store is sealed: give the keyring that it was sealed with';

/**
 * For a store that is opened without a keyring: rejects with `wrong_key` if it is sealed. Otherwise its memories would
 * seem to be gone, and new ones would be stored unsealed.
 */
export function unsealed<Opened extends Backend>(backend: Opened): Opened {
  const { open } = backend;
  backend.open = async (options) => {
    await open.call(backend, options);
    if (!(await someScopes(backend)).some(isSealedScope)) return;
    throw new MnemeError('wrong_key', isSealed, { field: 'keyring' });
  };
  return backend;
}
