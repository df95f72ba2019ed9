import type { DocumentStore, Stores } from '@mneme/core';
import type { AppContext } from '../http/environment.ts';
import { parameter } from '../http/route.ts';
import type { View } from '../wire/objects.ts';

/** The stores of the key's scope; changes name the key. */
export function storesOf(context: AppContext): Stores {
  return context.get('scope').stores.as({ type: 'api_actor', apiKeyId: context.get('key').id });
}

/** The store that the path names. Whether it is there is found by the call that follows. */
export function storeOf(context: AppContext): DocumentStore {
  return storesOf(context).at(parameter(context, 'store'));
}

export const defaultPage = 20;
const fullPage = 20;

/** How many items a page has: fewer where each carries its text. */
export function pageSize(limit: number | undefined, view: View): number {
  return Math.min(limit ?? defaultPage, view === 'full' ? fullPage : Number.POSITIVE_INFINITY);
}

/** In the API a field that is null is as good as absent; in the library it is absent. */
export function withoutNull<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], null> } {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]: Exclude<T[K], null> };
}
