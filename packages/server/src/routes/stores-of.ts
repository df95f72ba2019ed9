import type { DocumentStore, Stores } from '@mneme/core/documents';
import { firstFitting } from '@mneme/core/faces';
import { z } from 'zod';
import type { AppContext } from '../http/environment.ts';
import { parameter } from '../http/route.ts';
import type { View } from '../wire/objects.ts';

/** The stores of the key's scope; changes name the key. */
export function storesOf(context: AppContext): Stores {
  return context.get('scope').stores.as({ type: 'api_actor', apiKeyId: context.get('key').id });
}

/** The store in the path. The following call finds out whether it exists. */
export function storeOf(context: AppContext): DocumentStore {
  return storesOf(context).at(parameter(context, 'store'));
}

/** The key as actor in the audit. */
export function by(context: AppContext): { actor: string } {
  return { actor: `key:${context.get('key').id}` };
}

/** A field of an answer: see `RetrieveResult`. */
export const degraded = z.string().optional().meta({
  description:
    'Why the search was less than usual: a search index was down, or a large scope is still being read.',
});

/** How many more there are than fit into 1 MiB. Absent: none. */
export const omitted = z
  .int()
  .optional()
  .meta({ description: 'How many more there are than fit into an answer of 1 MiB.' });

/** Maximum bytes of a page as JSON. */
export const pageBytes = 1024 * 1024;

/** As many of the best as fit into an answer, and how many do not. */
export function fitting<Item>(items: readonly Item[]) {
  const sizeOf = (item: Item) => Buffer.byteLength(JSON.stringify(item)) + 1;
  const first = firstFitting(items, { most: pageBytes, sizeOf });
  const known = new Set<unknown>(first);
  const omitted = items.length - first.length || undefined;
  return { first, omitted, fits: (item: Item) => known.has(item) };
}

export const defaultPage = 20;
const fullPage = 20;

/** Number of items on a page: fewer if each has its text. */
export function pageSize(limit: number | undefined, view: View): number {
  return Math.min(limit ?? defaultPage, view === 'full' ? fullPage : Number.POSITIVE_INFINITY);
}

/** In the API a null field means the same as an absent one; the library uses absent fields. */
export function withoutNull<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], null> } {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]: Exclude<T[K], null> };
}
