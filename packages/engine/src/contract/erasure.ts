import type { AuditEntry } from './audit.ts';

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

/** What a store can say of an erasure: what went, where it was looked for afterwards, and its line in the audit. */
export interface ErasureProof {
  /** Absent: the store cannot tell more than the number of records. */
  counts?: ErasureCounts;
  checks: ErasureCheck[];
  /** The audit line of the erasure, and the hash of the chain up to it. Absent: the audit has no chain. */
  audit?: { line: number; hash: string };
}

/**
 * What came of going through the audit's chain of hashes: each line is hashed with the hash before it, and of a line that
 * an erasure removed its own hash stays. So a line that was removed or changed otherwise shows.
 */
export interface AuditCheck {
  /** Lines that are there. */
  lines: number;
  /** Lines that erasures removed. */
  erased: number;
  /** The end of the chain. */
  hash: string;
  /** What does not fit, as sentences. Empty: nothing was removed or changed. */
  faults: string[];
  /** The line that was asked for, with the hash of the chain up to it. Without an entry: its words were erased since. */
  line?: {
    hash: string;
    entry?: AuditEntry;
    /** What an erasure said that it removed. */
    counts?: ErasureCounts;
    /** The digest of the receipt of that erasure, as it was noted. Absent: none was. */
    receipt?: string;
  };
}
