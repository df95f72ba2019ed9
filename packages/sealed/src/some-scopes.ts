import type { DocumentBackend, MemoryBackend } from '@mneme/core/contract';

/** Scopes that a store has something of. Where it has no record left, that of its last audit line. */
export async function someScopes(backend: MemoryBackend): Promise<string[]> {
  const scopes = await backend.scopes();
  if (scopes.length > 0) return scopes;
  return (await backend.audit({ limit: 1 })).map(({ scope }) => scope);
}

/** The same of a store of documents: one or two, where there are any. */
export async function someDocumentScopes(documents: DocumentBackend): Promise<string[]> {
  const before = '9999-12-31T23:59:59.999Z';
  const { documents: found, stores } = await documents.findUnread({ before, limit: 1 });
  return [...found, ...stores].map(({ scope }) => scope);
}
