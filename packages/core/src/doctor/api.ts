import type { WriteOptions } from '../records/index.ts';

/** The kinds of findings of the doctor. */
export type FindingKind =
  /** One of several databases does not answer, and was not examined. */
  | 'unreachable'
  /** A record or document is not what was written. Only a backup can restore it. */
  | 'damaged'
  /** The file's structure is damaged. Only a backup can restore what is missing. */
  | 'structure'
  /** Words, vectors, tags or counts do not match the records. */
  | 'index'
  /** A write was interrupted and never finished. */
  | 'unfinished'
  /** A line of the audit was removed or changed. */
  | 'audit'
  /** Bytes of removed data are still in the store's files. */
  | 'bytes_pending'
  /** A change of the embedding model was not finished. */
  | 'reembed_unfinished'
  /** A text contains something like a secret, stored by an older version or with `secrets: 'allow'`. */
  | 'secret'
  /** Two memories of one category say the same in the same words. */
  | 'duplicate'
  /** A scope has more memories than `maxRecords`. */
  | 'oversized'
  /** Two memories say nearly the same. */
  | 'near_duplicate'
  /** A memory may contradict an older one, and both are current. */
  | 'contested'
  /** Expired, and not removed yet. No call returns them. */
  | 'expired'
  /** Not confirmed for a long time, with little importance left. */
  | 'stale'
  /** Stored long ago, and never returned by a query. */
  | 'never_recalled';

/** What the doctor checks, and its limits. */
export interface DoctorOptions extends WriteOptions {
  /** Mend what can be mended without loss. Default: false, and nothing is changed. */
  fix?: boolean;
  /** Look for memories that say nearly the same: a search for each memory. Default: true. */
  near?: boolean;
  /** After this many days a memory counts as stale or never recalled. Default: 90. */
  staleDays?: number;
  /** How many memories a scope may have, like the cap of `prune`. Default: 10,000. */
  maxRecords?: number;
  /** Number of examples for each kind of finding. Default: 5. */
  examples?: number;
  /** Called from time to time. */
  onProgress?: (progress: { scope: string; done: number; total: number }) => void;
}

/** One finding. Never contains content. */
export interface FindingExample {
  scope?: string;
  /** Id of the memory, document or version. */
  id?: string;
  /** Id of the other memory, which says the same or is contradicted. */
  other?: string;
  /** What is wrong with it, if the kind does not say it. */
  problem?: string;
}

/** All findings of one kind. */
export interface Finding {
  kind: FindingKind;
  /** `attention`: somebody should act. `note`: for information. */
  severity: 'attention' | 'note';
  count: number;
  /** How many of them {@link DoctorOptions.fix} mends. */
  fixable: number;
  examples: FindingExample[];
}

/** The state of a store. */
export interface DoctorReport {
  checkedAt: string;
  /** Nothing needs attention. */
  healthy: boolean;
  scopes: number;
  /** Number of checked records. */
  records: number;
  /** The findings, those that need attention first. */
  findings: Finding[];
  /** What could not be checked, and why. */
  unchecked: string[];
  /** With `fix`: how many findings were mended. The rest is in `findings`. */
  fixed?: number;
}
