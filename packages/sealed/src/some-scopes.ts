import type { Backend, MemoryBackend } from '@mneme/core/contract';

/** Some scopes of a store. Without records, that of its last audit line, or those of some documents. */
export async function someScopes(backend: Backend | MemoryBackend): Promise<string[]> {
  if ('scopes' in backend) {
    const scopes = await backend.scopes();
    if (scopes.length > 0) return scopes;
    const lines = await backend.audit({ limit: 1 });
    if (lines.length > 0) return lines.map(({ scope }) => scope);
  }
  const before = '9999-12-31T23:59:59.999Z';
  const found = await backend.documents?.findUnread({ before, limit: 1 });
  return [...(found?.documents ?? []), ...(found?.stores ?? [])].map(({ scope }) => scope);
}
