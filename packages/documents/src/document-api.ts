import type {
  Document,
  DocumentActor,
  DocumentOperation,
  DocumentPrecondition,
  DocumentSummary,
  DocumentVersion,
  ForgottenFacts,
  StoreInfo,
} from '@mneme/contract';
import type { PageOptions } from '@mneme/contract/input';

/** Who changes documents, and why. */
export interface DocumentCallOptions {
  /** The actor in the version. Default: the actor that the stores were opened with. */
  actor?: DocumentActor;
  /** Reason in the audit. */
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

/** Changes of a memory store. Absent fields stay. */
export interface UpdateStoreInput {
  /** See {@link NewStore}. */
  name?: string;
  /** See {@link NewStore}. */
  description?: string;
  /** Unnamed keys stay; `null` removes a key. */
  metadata?: Readonly<Record<string, string | null>>;
}

/** Which stores to list. */
export interface ListStoresOptions extends PageOptions {
  /** Default: false. */
  includeArchived?: boolean;
  /** Inclusive. ISO 8601 or a Date. */
  createdFrom?: string | Date;
  /** Inclusive. ISO 8601 or a Date. */
  createdTo?: string | Date;
  /** 1..1000. Default: 20. */
  limit?: number;
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
}

/** Changes of a document. Absent fields stay. */
export interface UpdateDocumentInput {
  /** The whole new text. */
  content?: string;
  /** The new path. The id stays. */
  path?: string;
  /** What must be stored; otherwise the change is refused. */
  precondition?: DocumentPrecondition;
}

/** Who deletes a document and why, and what must be stored. */
export interface DeleteDocumentOptions extends DocumentCallOptions {
  /** What must be stored; otherwise nothing is deleted. Only of type `content_sha256`. */
  precondition?: DocumentPrecondition;
}

/** A document by its path, or by its id (which starts with `mem_`). */
export type DocumentReference = string | { id: string };

/** Which documents to list. */
export interface ListDocumentsOptions extends PageOptions {
  /** Starts and ends with `/`; whole segments. Default: `/`. */
  pathPrefix?: string;
  /** How many levels below the prefix; deeper documents are rolled up. Default: 0, which means all. */
  depth?: number;
  /** Default: false. */
  withContent?: boolean;
  /** 1..1000. Default: 50. */
  limit?: number;
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

/** Where to search, and how many results to return. */
export interface SearchDocumentsOptions {
  /** Only documents below this path. Default: `/`. */
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
  /** The best passage. */
  excerpt: string;
  /** The line that the passage starts on, from 1. */
  line: number;
}

/** Which versions to list. */
export interface ListVersionsOptions extends PageOptions {
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
}

/** A page of versions. */
export interface VersionList {
  /** Newest first. */
  versions: DocumentVersion[];
  /** Absent on the last page. */
  nextCursor?: string;
}

/** The result of a change. */
export interface DocumentWrite {
  /** The document after the change. */
  document: Document;
  /** False: nothing had to change, and there is no new version. */
  changed: boolean;
}

/** Which documents expire. */
export interface ExpireOptions {
  /** Whole days without a read or a write. */
  unreadForDays: number;
  /** Report, but change nothing. Default: false. */
  dryRun?: boolean;
  /** Who, for the audit. */
  actor?: DocumentActor;
  /** Ends the call between two removals. */
  signal?: AbortSignal;
}

/** Expired documents and stores. */
export interface ExpireReport {
  /** True: nothing was removed. */
  dryRun: boolean;
  /** Documents removed (or to be removed) with all their versions. */
  documents: { scope: string; storeId: string; id: string }[];
  /** Stores without documents, removed with all versions. */
  stores: { scope: string; storeId: string }[];
}

/** A document that was deleted. */
export interface DeletedDocument extends ForgottenFacts {
  id: string;
}

/** A document outside a store. */
export type StoreFile = CreateDocumentInput;

/** Who imports documents and why, and a callback for progress. */
export interface ImportOptions extends DocumentCallOptions {
  /** Called after each document. */
  onProgress?: (progress: { done: number }) => void;
}
