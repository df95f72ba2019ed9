import type { AuditEntry } from './audit.ts';
import type { LexicalStatistics } from './bm25.ts';
import type { CommitRequest } from './commit-request.ts';
import type {
  Document,
  DocumentActor,
  DocumentKey,
  DocumentListItem,
  DocumentOperation,
  DocumentSummary,
  DocumentVersion,
  StoreInfo,
} from './document.ts';
import type { EmbedderIdentity, WithEmbedder } from './embedder.ts';
import type { FoundByQueries, SearchQuery } from './search-query.ts';

/**
 * The contract between the document engine and a {@link Backend}, which also opens, erases and closes documents. As
 * with {@link MemoryBackend}, the engine validates and applies defaults, and arguments are exact. The engine also
 * decides: it reads, computes what to write, and names in the same call what it expects to find. A backend checks these
 * expectations at the moment of the write (see `failedExpectations`), under the same lock as a commit of records, and
 * writes all or nothing; it decides nothing itself. Each content is stored once, in its version; a live document names
 * the version with its text. Every method rejects
 * with a MnemeError. Nothing of another scope is ever returned, counted or changed. A method with a `storeId` rejects
 * with `not_found` if the scope has no such store. Each writing method is one transaction: after a crash it has
 * happened completely or not at all. Lists go page by page: `nextCursor` of one page is `cursor` of the next, absent on
 * the last page; pages neither repeat nor skip items that exist throughout, while others write. An unreadable cursor
 * rejects with `invalid_input`, field `cursor` (see `cursorCodec`).
 */
export interface DocumentBackend {
  /** `undefined` if the scope has no such store. */
  getStore(scope: string, storeId: string): Promise<StoreInfo | undefined>;

  /** Newest first, in the order in which they were added. */
  listStores(request: ListStoresRequest): Promise<{ stores: StoreInfo[]; nextCursor?: string }>;

  /** Adds a store, or replaces its fields. False: an expectation was not met, and nothing was written. */
  putStore(request: PutStoreRequest): Promise<boolean>;

  /**
   * Removes a store with all documents, versions and index entries. When it resolves, no byte of a content is left,
   * unless {@link Backend.remains} says so. False: `unusedSince` was given and the store is in use, or the expectations
   * of `records` were not met.
   */
  removeStore(request: RemoveStoreRequest): Promise<boolean>;

  /** What the engine needs to decide on changes, all of the same moment. */
  lookUp(request: DocumentLookUpRequest): Promise<DocumentLookUp>;

  /**
   * Writes the changes in order if all expectations are met before the first of them; otherwise writes nothing.
   * Contents, versions and index are consistent at every moment.
   */
  commit(request: DocumentCommitRequest): Promise<DocumentCommitResult>;

  /** The live document of that id or path, with `lastReadAt`. */
  getDocument(request: InStore & { key: DocumentKey }): Promise<Document | undefined>;

  /**
   * Live documents by path, in the order of `comparePaths`, rolled up by `rollUp`; every item counts
   * toward the limit.
   */
  listDocuments(
    request: ListDocumentsRequest,
  ): Promise<{ items: DocumentListItem[]; nextCursor?: string }>;

  /** Newest first, in the order in which they were written. */
  listVersions(
    request: ListVersionsRequest,
  ): Promise<{ versions: DocumentVersion[]; nextCursor?: string }>;

  getVersion(request: InStore & { versionId: string }): Promise<DocumentVersion | undefined>;

  /**
   * Replaces the version of this id with one without content, hash, size and path: when it resolves, none of these is
   * left in the store's files, unless {@link Backend.remains} says so. False: the version is redacted already and does
   * not change; then bytes that an interrupted call left in the files are removed too. The engine never asks for the
   * current version of a live document, and an old version never becomes current again, so nothing else needs to be
   * expected.
   */
  redact(request: RedactRequest): Promise<boolean>;

  /**
   * Candidate chunks of both arms, with one statistics for the whole store. See {@link MemoryBackend.search}. A store of
   * rows has one `RowIndex` for each document store.
   */
  search(request: DocumentSearchRequest): Promise<DocumentSearchResponse>;

  /** Notes that these documents were read. Statistics only: may be lost in a crash. */
  touch(request: InStore & { documentIds: readonly string[]; at: string }): Promise<void>;

  /**
   * Documents neither written nor read since `before`, and stores without documents in which nothing was written since
   * then; at most `limit` of each, in any order. Without a scope: of all scopes.
   */
  findUnread(request: { scope?: string; before: string; limit: number }): Promise<{
    documents: { scope: string; document: DocumentSummary }[];
    stores: { scope: string; storeId: string }[];
  }>;
}

/** The store that a call is about. */
export interface InStore {
  scope: string;
  storeId: string;
}

/** One page of a scope's stores, newest first. */
export interface ListStoresRequest {
  scope: string;
  /** Only stores of that name. */
  name?: string;
  includeArchived: boolean;
  /** Inclusive. */
  createdFrom?: string;
  /** Inclusive. */
  createdTo?: string;
  limit: number;
  cursor?: string;
}

/** Writes a store's fields if the expectations are met. */
export interface PutStoreRequest {
  store: StoreInfo;
  expect: {
    /** Of the stored store with this id; 0: there is none. */
    version: number;
    /** No unarchived store of the scope has the name. */
    freeName?: boolean;
  };
  audit: AuditEntry;
}

/** Removes a store with everything in it. */
export interface RemoveStoreRequest extends InStore {
  /** Only if it has no document, and nothing was written in it since then. */
  unusedSince?: string;
  audit: AuditEntry;
  /** As in {@link DocumentCommitRequest}. */
  records?: CommitRequest;
}

/** Asks what exists at the places of planned changes. */
export interface DocumentLookUpRequest extends InStore {
  /** Documents that the changes are about. */
  keys: readonly DocumentKey[];
  /** Paths that the changes need. */
  paths: readonly string[];
  /** How many of the documents below each path to return. */
  below: number;
}

/** What exists there, with the versions that a commit expects. */
export interface DocumentLookUp {
  store: StoreInfo;
  /** Of all stores of the scope. */
  usage: DocumentUsage;
  /**
   * The live documents of the keys, those at each path and above it, and the first ones below it in the order of {@link
   * comparePaths}. Each once, in any order.
   */
  documents: DocumentSummary[];
}

/** Contents of stores: live documents, and the bytes of all contents, including earlier versions. */
export interface DocumentUsage {
  documents: number;
  bytes: number;
}

/** A condition on what is stored; if it is not met, a commit writes nothing. */
export type DocumentExpectation =
  /**
   * The live document of that id is at this version (and nobody has read it since then); without a version: there is no
   * live document of that id.
   */
  | { type: 'head'; documentId: string; versionId?: string; unreadSince?: string }
  /** There is no live document at the path, above it or below it, except those that heads of the request name. */
  | { type: 'free'; path: string }
  /** The store is not archived. */
  | { type: 'open' }
  /** The stores of the scope contain at most this much. */
  | { type: 'usage'; atMost: DocumentUsage };

/** Documents and versions to write, all of them or none. */
export interface DocumentCommitRequest extends InStore, WithEmbedder {
  /** The actor that the versions name. */
  actor?: DocumentActor;
  /** As in {@link CommitRequest}. */
  nextEmbedder?: EmbedderIdentity;
  expect: readonly DocumentExpectation[];
  /** At least one. */
  changes: readonly DocumentCommitChange[];
  audit: readonly AuditEntry[];
  /**
   * Records of the scope, to be written in the same step or not at all. Only for documents in the same {@link
   * MemoryBackend} as the records; never with vectors.
   */
  records?: CommitRequest;
}

/**
 * One change of one document. It adds a version: its id is the document's `versionId`, its time the document's
 * `updatedAt`, its path, hash and size those of the document. Its number follows the last version of this document id,
 * also of a deleted one.
 */
export interface DocumentCommitChange {
  operation: DocumentOperation;
  /**
   * The document after the change; for a deletion the document before it, except for `versionId` and `updatedAt`.
   * `contentSha256` is stored as given: a store that compares contents with a hash computes one of its own.
   */
  document: DocumentSummary;
  /** Absent: text and index stay as they are. */
  content?: PreparedContent;
  /** Only for a deletion: all versions of the document are removed too, and none is added. */
  forget?: true;
}

/** A text with what the index needs. */
export interface PreparedContent {
  text: string;
  chunks: readonly PreparedChunk[];
}

/** A piece of a content with what the index needs. */
export interface PreparedChunk {
  start: number;
  end: number;
  line: number;
  /** The analysed words, with repetitions. */
  terms: readonly string[];
  /** Absent if the engine has no embedder. */
  vector?: Float32Array;
  /** As in {@link StoredRecord}. */
  nextVector?: Float32Array;
}

/** The result of a commit of documents. */
export type DocumentCommitResult =
  | { committed: true }
  /** Nothing was written. The expectations that were not met. Empty: those of `records` were not met. */
  | { committed: false; mismatched: DocumentExpectation[] };

/** One page of a store's documents, by path. */
export interface ListDocumentsRequest extends InStore {
  /** Ends in `/`. */
  pathPrefix: string;
  depth: number;
  withContent: boolean;
  limit: number;
  cursor?: string;
}

/** One page of a store's versions, newest first. */
export interface ListVersionsRequest extends InStore {
  documentId?: string;
  operation?: DocumentOperation;
  /** Exactly this actor. */
  createdBy?: DocumentActor;
  /** Inclusive. */
  createdFrom?: string;
  /** Inclusive. */
  createdTo?: string;
  withContent: boolean;
  limit: number;
  cursor?: string;
}

/** The redaction of one version. */
export interface RedactRequest extends InStore {
  version: DocumentVersion;
  /** Written only if something changes. */
  audit: AuditEntry;
}

/** A search of one store by words, by meaning, or both. */
export interface DocumentSearchRequest extends InStore, WithEmbedder {
  /** Only documents below this path. */
  pathPrefix: string;
  query: SearchQuery;
}

/** The passages that a search found, and the statistics to score them with. */
export interface DocumentSearchResponse {
  /** The union of both arms, each chunk once, in no promised order. */
  candidates: ChunkCandidate[];
  statistics: LexicalStatistics;
}

/** A passage that a search found. `found` has the result of its one query. */
export interface ChunkCandidate extends FoundByQueries {
  document: DocumentSummary;
  /** The chunk's own text. */
  text: string;
  /** The line that it starts on, from 1. */
  line: number;
}
