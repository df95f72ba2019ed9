import { type Backend, MnemeError } from '@mneme/core/contract';
import { isSealedScope } from './sealed-scope.ts';
import { someScopes } from './some-scopes.ts';

/**
 * For a store that is opened without a keyring: rejects with `wrong_key` if it is sealed. Otherwise its memories would
 * seem to be gone, and new ones would be stored unsealed.
 */
export function unsealed<Opened extends Backend>(backend: Opened): Opened {
  const { open } = backend;
  backend.open = async (options) => {
    await open.call(backend, options);
    assertUnsealed(await someScopes(backend));
  };
  return backend;
}

function assertUnsealed(scopes: readonly string[]): void {
  if (!scopes.some(isSealedScope)) return;
  const message = 'the store is sealed: give the keyring that it was sealed with';
  throw new MnemeError('wrong_key', message, { field: 'keyring' });
}
