import type { DocumentStore, Stores } from '@mneme/core';
import type { AppContext } from '../http/environment.ts';

/** The stores of the key's scope; changes name the key. */
export function storesOf(context: AppContext): Stores {
  return context.get('scope').stores.as({ type: 'api_actor', apiKeyId: context.get('key').id });
}

/** The store that the path names. Whether it is there is found by the call that follows. */
export function storeOf(context: AppContext): DocumentStore {
  return storesOf(context).at(context.req.param('store') ?? '');
}
