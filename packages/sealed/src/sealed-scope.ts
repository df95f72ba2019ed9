import type { Backend, MemoryBackend } from '@mneme/core/contract';

/** The first word of every sealed text: the version of its form. */
export const form = 'm1';

/** The id of the key that sealed a text; undefined if the text is not sealed. */
export function sealedBy(text: string): string | undefined {
  return sealedForm.exec(text)?.[1];
}

/** Long enough that no chosen name looks like this by chance. */
const sealedForm = new RegExp(`^${form}\\.([0-9a-f]{12})\\.[\\w-]{38,}$`);

/** Whether a store's name of a scope is sealed. */
export function isSealedScope(name: string): boolean {
  return sealedBy(name) !== undefined;
}

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
