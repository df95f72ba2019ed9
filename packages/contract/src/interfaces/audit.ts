/** What was done. */
export type AuditAction =
  | 'create'
  | 'update'
  | 'confirm'
  | 'supersede'
  | 'contest'
  | 'settle'
  | 'restore'
  | 'merge'
  | 'delete'
  | 'prune'
  | 'erase'
  | 'redact';

/** Who did what, when and why. Never contains content. */
export interface AuditEntry {
  /** ISO 8601 in UTC. */
  at: string;
  /** What was done. */
  action: AuditAction;
  /** The scope. */
  scope: string;
  /** The record; absent if the line is about a whole scope. */
  id?: string;
  /** Who did it. */
  actor: string;
  /** Why. Never contains content. */
  reason: string;
}

/** How much an erasure removed. */
export interface ErasureCounts {
  records: number;
  stores: number;
  documents: number;
  versions: number;
  auditLines: number;
}

/** Where a store looked after an erasure, and what it found. */
export interface ErasureCheck {
  /** The kind of thing that was looked for. */
  what: string;
  /** How. */
  how: string;
  /** How many were left. */
  left: number;
}

/**
 * What a store can report about an erasure: what was removed, where it looked afterwards, and its line in the audit.
 */
export interface ErasureProof {
  /** Absent: the store knows only the number of records. */
  counts?: ErasureCounts;
  checks: ErasureCheck[];
  /** The audit line of the erasure, and the hash of the chain up to it. Absent: the audit has no chain. */
  audit?: { line: number; hash: string };
}

/**
 * The result of checking the audit's chain of hashes. Each line is hashed together with the hash before it; of a line
 * that an erasure removed, its own hash stays. So any other removed or changed line is noticed.
 */
export interface AuditCheck {
  /** Lines that exist. */
  lines: number;
  /** Lines that erasures removed. */
  erased: number;
  /** Lines that were older than the audit is kept: how many, the last one, and when it was removed. Absent: none. */
  cut?: { lines: number; line: number; at: string };
  /** The end of the chain. */
  hash: string;
  /** What does not match, as sentences. Empty: nothing was removed or changed. */
  faults: string[];
  /** The requested line, with the hash of the chain up to it. Without an entry: a later erasure removed its text. */
  line?: {
    hash: string;
    entry?: AuditEntry;
    /** What the line says that the erasure removed. */
    counts?: ErasureCounts;
    /** The digest of that erasure's receipt. Absent: none was stored. */
    receipt?: string;
  };
}
