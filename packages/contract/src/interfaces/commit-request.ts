import type { AuditEntry } from './audit.ts';
import type { EmbedderIdentity, WithEmbedder } from './embedder.ts';
import type { AnyRecord } from './record.ts';

/** A record with what the index needs. A {@link SessionRecord} has no vector and no terms. */
export interface StoredRecord<Kept extends AnyRecord = AnyRecord> {
  record: Kept;
  contentKey: string;
  /** Absent in a put of an existing record: its vector stays, unless {@link dropsVector} is set. */
  vector?: Float32Array;
  /** Only without `vector`: the stored vector belongs to another text and is removed, so the record is pending. */
  dropsVector?: true;
  /**
   * Only with `vector`: the vector for the space that is being built (see {@link EmbeddingMigration}). A `vector`
   * without it leaves the record pending there.
   */
  nextVector?: Float32Array;
  /** The analysed words of the record, with repetitions. Absent in a put of an existing record: they stay. */
  terms?: readonly string[];
  /**
   * Subject and attribute of the record, as one text: equal if one record may give the other's fact a new value.
   * Absent: unknown.
   */
  matter?: string;
}

/** Records to write and to remove, all of them or none. */
export interface CommitRequest extends WithEmbedder {
  scope: string;
  /** The embedder of `nextVector`. These vectors are ignored if no space of this identity is being built. */
  nextEmbedder?: EmbedderIdentity;
  /**
   * Each id at most once, and each is the id of a put or a removal. Puts and removals that are not named here always
   * happen.
   */
  expect: readonly ExpectedVersion[];
  /** Each id at most once. `record.version` is stored as given. */
  puts: readonly StoredRecord[];
  removals: readonly string[];
  /** A put removes data that is in no other record: the bytes leave the store's files like those of a removal. */
  overwrites?: boolean;
  audit: readonly AuditEntry[];
}

/** What must be stored under an id at the moment of the write. */
export interface ExpectedVersion {
  id: string;
  /** Version of the record. 0: the scope has no record of that id. */
  version: number;
}

/** The result of a commit. */
export type CommitResult =
  /** `removed`: the ids of `removals` that existed. */
  | { committed: true; removed: string[] }
  /** `mismatched`: the ids of `expect` that have another version, in any order. */
  | { committed: false; mismatched: string[] };
