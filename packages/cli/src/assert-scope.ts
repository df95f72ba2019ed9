import { type Memory, MnemeError } from '@mneme/core';
import { nearest } from '@mneme/core/input';

/** Rejects with `not_found`, which suggests the nearest name. A scope that was erased is still known by its audit line. */
export async function assertScope(memory: Memory, name: string): Promise<void> {
  const scopes = await memory.scopes();
  if (scopes.includes(name)) return;
  if ((await memory.audit({ scope: name, limit: 1 })).length > 0) return;
  const { stores } = memory.keepsDocuments
    ? await memory.scope(name).stores.list({ limit: 1, includeArchived: true })
    : { stores: [] };
  if (stores.length > 0) return;
  const near = nearest(name, scopes);
  throw new MnemeError(
    'not_found',
    `there is no scope "${name}"${near === undefined ? '' : `: did you mean "${near}"?`}`,
    { field: 'scope' },
  );
}
