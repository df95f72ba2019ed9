/** What may be wrong with what a store keeps. */
export type StoreFaultKind =
  /** The file's own structure, or one of its indexes. */
  | 'structure'
  /** A record or a document is not what was written. Reading it is refused with `damaged`. */
  | 'checksum'
  /** A record is not in the index of words, or not as it should be. */
  | 'words'
  /** A record has no vector, or one that is not what was written. */
  | 'vector'
  /** A record is found by tags or fields that it has not, or not by one that it has. */
  | 'facets'
  /** Something in an index belongs to nothing that is there. */
  | 'orphan'
  /** Numbers that are counted as it is written differ from what is there. */
  | 'counts'
  /** A write or a change that was begun and never ended. */
  | 'unfinished';

/** One thing that is wrong with what a store keeps. */
export interface StoreFault {
  kind: StoreFaultKind;
  /** A sentence without any content. */
  problem: string;
  /** Absent: it concerns the whole store. */
  scope?: string;
  /** Of the record or the document. */
  id?: string;
  /**
   * How it can be mended without a loss: `store`: by {@link MemoryBackend.mendStore}; `rewrite`: by putting the record again
   * with its words and its vector; `none`: not at all.
   */
  mend: 'store' | 'rewrite' | 'none';
}

/** One part of a check. */
export interface StoreCheckPage {
  faults: StoreFault[];
  /** Rows that this part has looked at. */
  checked: number;
  nextCursor?: string;
}
