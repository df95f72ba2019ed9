import type {
  Document,
  DocumentActor,
  DocumentOperation,
  DocumentPrecondition,
  DocumentSummary,
  DocumentVersion,
  StoreInfo,
} from '@mneme/engine/contract';

/** Who makes a change of documents, and why. */
export interface DocumentCallOptions {
  /** Who makes the change, as the version will say. Default: the actor that the stores were opened with. */
  actor?: DocumentActor;
  /** Why, for the audit. */
  reason?: string;
  /** Ends the call with `aborted`. */
  signal?: AbortSignal;
}

/** A new memory store. */
export interface CreateStoreInput {
  /** 1..255 characters, no control characters. Need not be unique. */
  name: string;
  /** Up to 1,024 characters. Default: empty. */
  description?: string;
  /** Up to 16 pairs; keys of 1..64 characters, values of up to 512. */
  metadata?: Readonly<Record<string, string>>;
}

/** Changes of a memory store. What is absent stays. */
export interface UpdateStoreInput {
  /** As for a new one. */
  name?: string;
  /** As for a new one. */
  description?: string;
  /** Keys that are not named stay; `null` removes one. */
  metadata?: Readonly<Record<string, string | null>>;
}

/** Which stores to list. */
export interface ListStoresOptions {
  /** Default: false. */
  includeArchived?: boolean;
  /** Inclusive. ISO 8601 or a Date. */
  createdFrom?: string | Date;
  /** Inclusive. ISO 8601 or a Date. */
  createdTo?: string | Date;
  /** 1..1000. Default: 20. */
  limit?: number;
  /** A page ends before it has so many bytes as JSON, unless one item is larger. Default: no bound. */
  maxBytes?: number;
  /** The `nextCursor` of the page before. */
  cursor?: string;
}

/** A page of stores. */
export interface StoreList {
  /** Newest first. */
  stores: StoreInfo[];
  /** Absent on the last page. */
  nextCursor?: string;
}

/** A new document. */
export interface CreateDocumentInput {
  /** Starts with `/`; at most 1,024 bytes and 20 segments. */
  path: string;
  /** Up to 102,400 bytes of UTF-8; may be empty. */
  content: string;
  /** What to do with a document at the very path. `refuse` (default): `path_conflict`. */
  ifTaken?: 'refuse' | 'overwrite';
}

/** Changes of a document. What is absent stays. */
export interface UpdateDocumentInput {
  /** The whole new text. */
  content?: string;
  /** Renames. The id stays. */
  path?: string;
  /** What must be there, or the change is refused. */
  precondition?: DocumentPrecondition;
}

/** Who deletes a document and why, and what must be there. */
export interface DeleteDocumentOptions extends DocumentCallOptions {
  /** What must be there, or nothing is deleted. Only of type `content_sha256`. */
  precondition?: DocumentPrecondition;
}

/** A document by its path, or by its id (which starts with `mem_`). */
export type DocumentReference = string | { id: string };

/** Which documents to list. */
export interface ListDocumentsOptions {
  /** Starts and ends with `/`; whole segments. Default: `/`. */
  pathPrefix?: string;
  /** How many levels below the prefix; deeper documents are rolled up. Default: 0, which is all. */
  depth?: number;
  /** Default: false. */
  withContent?: boolean;
  /** 1..1000. Default: 50. */
  limit?: number;
  /** A page ends before it has so many bytes as JSON, unless one item is larger. Default: no bound. */
  maxBytes?: number;
  /** The `nextCursor` of the page before. */
  cursor?: string;
}

/** One line of a list of documents. */
export type DocumentEntry =
  | ({ type: 'document' } & DocumentSummary)
  /** All documents below a path that ends in `/`. */
  | { type: 'prefix'; path: string };

/** A page of documents. */
export interface DocumentList {
  /** By path, in the order of the UTF-8 bytes. */
  items: DocumentEntry[];
  /** Absent on the last page. */
  nextCursor?: string;
}

/** Where to search, and how much to answer. */
export interface SearchDocumentsOptions {
  /** Only documents below it. Default: `/`. */
  pathPrefix?: string;
  /** 1..100. Default: 10. */
  limit?: number;
  /** Ends the call with `aborted`. */
  signal?: AbortSignal;
}

/** A document that a search found, with its best passage. */
export interface FoundDocument extends DocumentSummary {
  /** 0..1, higher is better. Comparable within one answer. */
  score: number;
  /** The passage that fits best. */
  excerpt: string;
  /** The line that the passage starts on, from 1. */
  line: number;
}

/** Which versions to list. */
export interface ListVersionsOptions {
  /** Of one document, live or deleted. */
  documentId?: string;
  /** Only versions that did this. */
  operation?: DocumentOperation;
  /** Only versions of this author. */
  createdBy?: DocumentActor;
  /** Inclusive. ISO 8601 or a Date. */
  createdFrom?: string | Date;
  /** Inclusive. ISO 8601 or a Date. */
  createdTo?: string | Date;
  /** Default: false. */
  withContent?: boolean;
  /** 1..1000. Default: 50. */
  limit?: number;
  /** A page ends before it has so many bytes as JSON, unless one item is larger. Default: no bound. */
  maxBytes?: number;
  /** The `nextCursor` of the page before. */
  cursor?: string;
}

/** A page of versions. */
export interface VersionList {
  /** Newest first. */
  versions: DocumentVersion[];
  /** Absent on the last page. */
  nextCursor?: string;
}

/** What came of a change. */
export interface DocumentWrite {
  /** As it is now. */
  document: Document;
  /** False: all was as asked already, and there is no new version. */
  changed: boolean;
}

/** What expires among documents. */
export interface ExpireOptions {
  /** Whole days without a read or a write. */
  unreadForDays: number;
  /** Report, and change nothing. Default: false. */
  dryRun?: boolean;
  /** Who, for the audit. */
  actor?: DocumentActor;
  /** Ends the call between two removals. */
  signal?: AbortSignal;
}

/** What expired among documents. */
export interface ExpireReport {
  /** True: nothing was removed. */
  dryRun: boolean;
  /** Documents removed (or to be removed) with all their versions. */
  documents: { scope: string; storeId: string; id: string }[];
  /** Stores without documents, removed with all versions. */
  stores: { scope: string; storeId: string }[];
}

/** A document that was deleted. */
export interface DeletedDocument {
  id: string;
  /** Facts that rested on it alone, and went too. */
  forgotten: string[];
  /** Facts that rested on it and on something else, and stay with that. */
  kept: string[];
}

/** A document outside of its store. */
export interface StoreFile {
  /** As in the store. */
  path: string;
  /** The whole text. */
  content: string;
}

/** Who imports documents and why, and who is told of the progress. */
export interface ImportOptions extends DocumentCallOptions {
  /** Called after each document. */
  onProgress?: (progress: { done: number }) => void;
}
