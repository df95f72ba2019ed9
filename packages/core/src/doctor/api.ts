import type { WriteOptions } from '../records/index.ts';

/** What a doctor looks for. */
export type FindingKind =
  /** A record or document is not what was written. Nothing but a backup brings it back. */
  | 'damaged'
  /** The file's structure is damaged. Nothing but a backup brings back what is not found. */
  | 'structure'
  /** Words, vectors, tags or counts do not agree with the records. */
  | 'index'
  /** A write that was begun and never ended. */
  | 'unfinished'
  /** A line of the audit was removed or changed. */
  | 'audit'
  /** Bytes of what was removed are still in the store's files. */
  | 'bytes_pending'
  /** A change of the embedding model was begun and not ended. */
  | 'reembed_unfinished'
  /** A text holds what looks like a secret: an older version, or `secrets: 'allow'`, has let it in. */
  | 'secret'
  /** Two memories of one category say the same in the same words. */
  | 'duplicate'
  /** A scope holds more memories than `maxRecords`. */
  | 'oversized'
  /** Two memories say nearly the same. */
  | 'near_duplicate'
  /** A memory contradicts an older one, and neither took the other's place. */
  | 'contested'
  /** Expired, and not removed yet. Nobody is answered them. */
  | 'expired'
  /** Long not confirmed, and little of the importance is left. */
  | 'stale'
  /** Stored long ago, and never an answer to anything. */
  | 'never_recalled';

/** What is looked at, and from where on it counts. */
export interface DoctorOptions extends WriteOptions {
  /** Only this scope. Default: every one. */
  scope?: string;
  /** Mend what can be mended without a loss. Default: false, and nothing is changed. */
  fix?: boolean;
  /** Look for memories that say nearly the same: a search for each memory. Default: true. */
  near?: boolean;
  /** From so many days on a memory is stale or never recalled. Default: 90. */
  staleDays?: number;
  /** How many memories a scope may hold, as the cap of `prune`. Default: 10,000. */
  maxRecords?: number;
  /** Of each kind of finding so many are named. Default: 5. */
  examples?: number;
  /** Called from time to time. */
  onProgress?: (progress: { scope: string; done: number; total: number }) => void;
}

/** One of what was found. Never holds content. */
export interface FindingExample {
  scope?: string;
  /** Of the memory, document or version. */
  id?: string;
  /** Of the one that it says the same as, or contradicts. */
  other?: string;
  /** What is wrong with it, where the kind does not say all. */
  problem?: string;
}

/** All that was found of one kind. */
export interface Finding {
  kind: FindingKind;
  /** `attention`: somebody should do something. `note`: good to know. */
  severity: 'attention' | 'note';
  count: number;
  /** How many of them {@link DoctorOptions.fix} mends. */
  fixable: number;
  examples: FindingExample[];
}

/** How a store is. */
export interface DoctorReport {
  checkedAt: string;
  /** Nothing wants attention. */
  healthy: boolean;
  scopes: number;
  /** Records that were looked at. */
  records: number;
  /** What was found, what wants attention first. */
  findings: Finding[];
  /** What could not be looked at, and why. */
  unchecked: string[];
  /** Of `fix`: how many findings were mended. What is left is in `findings`. */
  fixed?: number;
}
