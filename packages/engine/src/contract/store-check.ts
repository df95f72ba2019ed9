/** What may be wrong in a store. */
export type StoreFaultKind =
  /** The file's own structure, or one of its indexes. */
  | 'structure'
  /** A record or a document is not what was written. Reading it is refused with `damaged`. */
  | 'checksum'
  /** A record is missing in the index of words, or its entry is wrong. */
  | 'words'
  /** A record has no vector, or not the one that was written. */
  | 'vector'
  /** The tags or fields by which a record is found do not match the record. */
  | 'facets'
  /** An index has an entry for something that does not exist. */
  | 'orphan'
  /** Stored counts differ from what is there. */
  | 'counts'
  /** A write or a change was interrupted and never finished. */
  | 'unfinished';

/** One fault of a store. */
export interface StoreFault {
  kind: StoreFaultKind;
  /** A sentence without any content. */
  problem: string;
  /** Absent: it concerns the whole store. */
  scope?: string;
  /** Id of the record or the document. */
  id?: string;
  /**
   * How it can be mended without loss: `store`: by {@link MemoryBackend.mendStore}; `rewrite`: by putting the record
   * again with its words and its vector; `none`: not at all.
   */
  mend: 'store' | 'rewrite' | 'none';
}

/** One part of a check. */
export interface StoreCheckPage {
  faults: StoreFault[];
  /** Rows that this part has checked. */
  checked: number;
  nextCursor?: string;
}
