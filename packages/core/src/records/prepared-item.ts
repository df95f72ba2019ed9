import type { TextVectors } from '@mneme/contract/context';
import type { StoreItem } from '@mneme/contract/input';

/** A text to store with everything computed from it. */
export interface PreparedItem extends StoreItem, TextVectors {
  contentKey: string;
  terms: string[];
  /** See `StoredRecord`. */
  matter: string | undefined;
}

/** Whether it is compared with stored texts other than those with its external id. */
export function isCompared({ onConflict }: Pick<StoreItem, 'onConflict'>): boolean {
  return onConflict !== 'keepBoth' && onConflict !== 'upsert';
}

export interface PlanRequest {
  scope: string;
  /** See `MemoryBackend.idSecret`. */
  idSecret?: string;
  now: string;
  actor: string;
  reason: string;
  /** Facts that were forgotten are left out. Absent: storing them again is meant. */
  unlessForgotten?: boolean;
  signal?: AbortSignal;
}
