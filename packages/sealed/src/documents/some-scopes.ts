import type { DocumentBackend } from '@mneme/core/contract';

/** Scopes that a store of documents is in use by: one or two, where there are any. */
export async function someScopes(documents: DocumentBackend): Promise<string[]> {
  const before = '9999-12-31T23:59:59.999Z';
  const { documents: found, stores } = await documents.findUnread({ before, limit: 1 });
  return [...found, ...stores].map(({ scope }) => scope);
}
