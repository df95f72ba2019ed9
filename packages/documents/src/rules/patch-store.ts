import type { StoreInfo } from '@mneme/engine/contract';

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
  const metadata = patchMetadata(store.metadata, patch.metadata);
  if (Object.keys(metadata).length > maxMetadataPairs) {
    return { action: 'refuse', reason: 'metadata' };
  }
  const next: StoreInfo = {
    ...store,
    name: patch.name ?? store.name,
    description: patch.description ?? store.description,
    metadata,
  };
  if (patch.archive) next.archivedAt = at;
  if (sameStore(store, next)) return { action: 'keep', store };
  return { action: 'change', store: { ...next, version: store.version + 1, updatedAt: at } };
}

function patchMetadata(
  current: Record<string, string>,
  patch: ReadonlyMap<string, string | undefined> = new Map(),
): Record<string, string> {
  const pairs = new Map(Object.entries(current));
  for (const [key, value] of patch) {
    if (value === undefined) pairs.delete(key);
    else pairs.set(key, value);
  }
  return Object.fromEntries(pairs);
}

function sameStore(left: StoreInfo, right: StoreInfo): boolean {
  const pairs = Object.entries(right.metadata);
  return (
    left.name === right.name &&
    left.description === right.description &&
    left.archivedAt === right.archivedAt &&
    pairs.length === Object.keys(left.metadata).length &&
    pairs.every(([key, value]) => left.metadata[key] === value)
  );
}
