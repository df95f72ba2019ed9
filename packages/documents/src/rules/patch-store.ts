import type { StoreInfo } from '@mneme/contract';

export const maxMetadataPairs = 16;

/** Changes of a store's fields. Absent fields stay. */
export interface StorePatch {
  name?: string;
  description?: string;
  /** `undefined` as a value removes the key; unnamed keys stay. */
  metadata?: ReadonlyMap<string, string | undefined>;
  archive?: boolean;
}

type StorePatchDecision =
  | { action: 'keep'; store: StoreInfo }
  | { action: 'change'; store: StoreInfo }
  | { action: 'refuse'; reason: 'archived' | 'metadata' };

/** The store after a patch. Archiving twice changes nothing. */
export function patchStore(
  store: StoreInfo,
  { patch, at }: { patch: StorePatch; at: string },
): StorePatchDecision {
  if (store.archivedAt !== undefined) {
    return patch.archive ? { action: 'keep', store } : { action: 'refuse', reason: 'archived' };
  }
  const pairs = { ...store.metadata, ...Object.fromEntries(patch.metadata ?? []) };
  const metadata = Object.fromEntries(
    Object.entries(pairs).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
  if (Object.keys(metadata).length > maxMetadataPairs)
    return { action: 'refuse', reason: 'metadata' };
  const { name = store.name, description = store.description } = patch;
  const next = { ...store, name, description, metadata };
  if (patch.archive) next.archivedAt = at;
  // The order of the fields and of the pairs stays.
  if (JSON.stringify(next) === JSON.stringify(store)) return { action: 'keep', store };
  return { action: 'change', store: { ...next, version: store.version + 1, updatedAt: at } };
}
