import type { AuditEntry } from './audit.ts';
import type { EmbedderIdentity, WithEmbedder } from './embedder.ts';
import type { KeptRecord } from './kept-record.ts';

/** A record together with what the index needs. A {@link SessionRecord} comes without a vector and without terms. */
export interface StoredRecord<Kept extends KeptRecord = KeptRecord> {
  record: Kept;
  contentKey: string;
  /** Absent in a put of a record that exists: its vector stays, but for {@link dropsVector}. */
  vector?: Float32Array;
  /** Goes without `vector`: a vector that is stored is of another text and goes, so the record is pending. */
  dropsVector?: true;
  /**
   * Goes with `vector`, into the space that is being built (see {@link EmbeddingMigration}). A `vector` without it leaves
   * the record pending there.
   */
  nextVector?: Float32Array;
  /** The analysed words of the record, with repetitions. Absent in a put of a record that exists: they stay. */
  terms?: readonly string[];
  /**
   * Who and what the record is about, as one text: equal where one record may give another one's fact a new value.
   * Absent: nothing that can be told so.
   */
  matter?: string;
}

/** Records to write and to remove, all of them or nothing. */
export interface CommitRequest extends WithEmbedder {
  scope: string;
  /** Whose vectors `nextVector` are. They are left out where no space of this identity is being built. */
  nextEmbedder?: EmbedderIdentity;
  /** Each id at most once, and each the id of a put or of a removal. A put or removal without one happens in any case. */
  expect: readonly ExpectedVersion[];
  /** Each id at most once. `record.version` is stored as given. */
  puts: readonly StoredRecord[];
  removals: readonly string[];
  /** A put takes something away that no other record keeps: its bytes leave the store's files as those of a removal do. */
  overwrites?: boolean;
  audit: readonly AuditEntry[];
}

/** What is stored under an id at the instant of a write. */
export interface ExpectedVersion {
  id: string;
  /** Of the record. 0: the scope has no record of that id. */
  version: number;
}

/** What came of a commit. */
export type CommitResult =
  /** `removed`: the ids of `removals` that were there. */
  | { committed: true; removed: string[] }
  /** `mismatched`: the ids of `expect` that have another version, in no promised order. */
  | { committed: false; mismatched: string[] };
