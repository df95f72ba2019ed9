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
 * The contract between the document engine and a {@link Backend}, which opens, erases and closes documents with the rest. As with {@link MemoryBackend}, the engine validates and
 * applies defaults, and arguments are exact. The engine also decides: it reads, works out what is to be written, and
 * says in the same call what it expects to find. A backend checks these expectations at the instant of the write and
 * writes all or nothing; it decides nothing itself.
 *
 * Every method rejects with a MnemeError. Nothing of another scope is ever returned, counted or changed. A method
 * that takes a `storeId` rejects with `not_found` where the scope has no such store. Each writing method is one
 * transaction: after a crash it has happened wholly or not at all. Lists go page by page: `nextCursor` of one page is
 * `cursor` of the next, absent on the last; a page neither repeats nor skips what is there throughout, while others
 * write. A cursor that cannot be read rejects with `invalid_input`, field `cursor` (see {@link cursorCodec}). The
 * suite in @mneme/conformance checks all this.
 */
export interface DocumentBackend {
  /** `undefined` where the scope has no such store. */
  getStore(scope: string, storeId: string): Promise<StoreInfo | undefined>;

  /** Newest first, in the order in which they were added. */
  listStores(request: ListStoresRequest): Promise<{ stores: StoreInfo[]; nextCursor?: string }>;

  /** Adds a store, or replaces what is known of one. False: an expectation did not hold, and nothing was written. */
  putStore(request: PutStoreRequest): Promise<boolean>;

  /**
   * Removes a store with all documents, versions and index entries. No byte of a content is left when it resolves, unless
   * {@link Backend.remains} says so.
   * False: it was to be removed only while unused, and is in use; or what `records` expects did not hold.
   */
  removeStore(request: RemoveStoreRequest): Promise<boolean>;

  /** What the engine needs to decide on changes, all of one instant. */
  lookUp(request: DocumentLookUpRequest): Promise<DocumentLookUp>;

  /**
   * Writes the changes, in order, if every expectation holds of what is stored before the first of them; else writes
   * nothing. Contents, versions and index are in step at every instant.
   */
  commit(request: DocumentCommitRequest): Promise<DocumentCommitResult>;

  /** The live document of that id or path, with `lastReadAt`. */
  getDocument(request: {
    scope: string;
    storeId: string;
    key: DocumentKey;
  }): Promise<Document | undefined>;

  /**
   * Live documents by path, in the order of {@link comparePaths}, rolled up by {@link rollUp}; every item counts
   * toward the limit.
   */
  listDocuments(
    request: ListDocumentsRequest,
  ): Promise<{ items: DocumentListItem[]; nextCursor?: string }>;

  /** Newest first, in the order in which they were written. */
  listVersions(
    request: ListVersionsRequest,
  ): Promise<{ versions: DocumentVersion[]; nextCursor?: string }>;

  getVersion(request: {
    scope: string;
    storeId: string;
    versionId: string;
  }): Promise<DocumentVersion | undefined>;

  /**
   * Puts a version without content, hash, size and path in the place of the one of its id: none of these is left in
   * the store's files when it resolves, unless {@link Backend.remains} says so. False: that one is redacted already and stays as it is; what a
   * call that was cut off left in the files is gone then too. The engine never asks for the current version of a live
   * document, and a version that is no longer current never is again: so there is nothing else to expect.
   */
  redact(request: RedactRequest): Promise<boolean>;

  /** Candidate chunks of both arms, one statistics for the whole store. See {@link MemoryBackend.search}. */
  search(request: DocumentSearchRequest): Promise<DocumentSearchResponse>;

  /** Notes that these documents were read. Statistics only: may be lost in a crash. */
  touch(request: {
    scope: string;
    storeId: string;
    documentIds: readonly string[];
    at: string;
  }): Promise<void>;

  /**
   * Documents neither written nor read since `before`, and stores without documents in which nothing was written
   * since then; at most `limit` of each, in no promised order. Of all scopes where none is given.
   */
  findUnread(request: { scope?: string; before: string; limit: number }): Promise<{
    documents: { scope: string; document: DocumentSummary }[];
    stores: { scope: string; storeId: string }[];
  }>;
}

/** One page of a scope's stores, newest first. */
export interface ListStoresRequest {
  scope: string;
  /** Only those of that name. */
  name?: string;
  includeArchived: boolean;
  /** Inclusive. */
  createdFrom?: string;
  /** Inclusive. */
  createdTo?: string;
  limit: number;
  cursor?: string;
}

/** Writes a store's own fields, as expected or not at all. */
export interface PutStoreRequest {
  store: StoreInfo;
  expect: {
    /** Of the store of this id, as it stands there; 0: there is none. */
    version: number;
    /** No store of the scope that is not archived has the name. */
    freeName?: boolean;
  };
  audit: AuditEntry;
}

/** Removes a store with all that is in it. */
export interface RemoveStoreRequest {
  scope: string;
  storeId: string;
  /** Only if it holds no document, and nothing was written in it since then. */
  unusedSince?: string;
  audit: AuditEntry;
  /** As in {@link DocumentCommitRequest}. */
  records?: CommitRequest;
}

/** Asks what stands where changes are to go. */
export interface DocumentLookUpRequest {
  scope: string;
  storeId: string;
  /** Documents that changes are about. */
  keys: readonly DocumentKey[];
  /** Paths where documents are to be. */
  paths: readonly string[];
  /** How many of the documents below each path are wanted. */
  below: number;
}

/** What stands there, with the versions that a commit expects. */
export interface DocumentLookUp {
  store: StoreInfo;
  /** Of all stores of the scope. */
  usage: DocumentUsage;
  /**
   * The live documents of the keys, those at each path and above it, and the first ones below it in the order of
   * {@link comparePaths}. Each once, in no promised order.
   */
  documents: DocumentSummary[];
}

/** What stores hold: live documents, and the bytes of all contents, those of earlier versions too. */
export interface DocumentUsage {
  documents: number;
  bytes: number;
}

/** What must hold of what is stored, or a commit writes nothing. */
export type DocumentExpectation =
  /**
   * The live document of that id is at this version (and nobody has read it since then); without a version, there is
   * no live document of that id.
   */
  | { type: 'head'; documentId: string; versionId?: string; unreadSince?: string }
  /** No live document stands at the path, above it or below it, but for those that heads of the request name. */
  | { type: 'free'; path: string }
  /** The store is not archived. */
  | { type: 'open' }
  /** The stores of the scope hold at most so much. */
  | { type: 'usage'; atMost: DocumentUsage };

/** Documents and versions to write, all of them or nothing. */
export interface DocumentCommitRequest extends WithEmbedder {
  scope: string;
  storeId: string;
  /** Who the versions say made the changes. */
  actor?: DocumentActor;
  /** As in {@link CommitRequest}. */
  nextEmbedder?: EmbedderIdentity;
  expect: readonly DocumentExpectation[];
  /** At least one. */
  changes: readonly DocumentCommitChange[];
  audit: readonly AuditEntry[];
  /**
   * Records of the scope, to be written in the same step or not at all. Only for documents that a {@link MemoryBackend} keeps
   * beside its records; never with vectors.
   */
  records?: CommitRequest;
}

/**
 * One change of one document. It adds a version: its id is the document's `versionId`, its time the document's
 * `updatedAt`, its path, hash and size those of the document, and its number follows that of the last version of this
 * document id, also of a deleted one.
 */
export interface DocumentCommitChange {
  operation: DocumentOperation;
  /**
   * As it is after the change; when deleted, as it was before, but for `versionId` and `updatedAt`. `contentSha256` is
   * kept as it is given: a store that holds contents against a hash makes one of its own.
   */
  document: DocumentSummary;
  /** Absent: the text and what is indexed of it stay as they are. */
  content?: PreparedContent;
  /** Only of a deletion: all versions of the document go too, and none is added. */
  forget?: true;
}

/** A text with what the index needs of it. */
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
  /** Absent where the engine has no embedder. */
  vector?: Float32Array;
  /** As in {@link StoredRecord}. */
  nextVector?: Float32Array;
}

/** What came of a commit of documents. */
export type DocumentCommitResult =
  | { committed: true }
  /** Nothing was written. Those of the request's expectations that did not hold. None: what `records` expects did not. */
  | { committed: false; mismatched: DocumentExpectation[] };

/** One page of a store's documents, by path. */
export interface ListDocumentsRequest {
  scope: string;
  storeId: string;
  /** Ends in `/`. */
  pathPrefix: string;
  depth: number;
  withContent: boolean;
  limit: number;
  cursor?: string;
}

/** One page of a store's versions, newest first. */
export interface ListVersionsRequest {
  scope: string;
  storeId: string;
  documentId?: string;
  operation?: DocumentOperation;
  /** The very actor. */
  createdBy?: DocumentActor;
  /** Inclusive. */
  createdFrom?: string;
  /** Inclusive. */
  createdTo?: string;
  withContent: boolean;
  limit: number;
  cursor?: string;
}

/** The scrubbing of one version. */
export interface RedactRequest {
  scope: string;
  storeId: string;
  version: DocumentVersion;
  /** Written only where something changes. */
  audit: AuditEntry;
}

/** A search of one store by words, by meaning, or both. */
export interface DocumentSearchRequest extends WithEmbedder {
  scope: string;
  storeId: string;
  /** Only documents below it. */
  pathPrefix: string;
  query: SearchQuery;
}

/** The passages that a search found, and the statistics to score them with. */
export interface DocumentSearchResponse {
  /** The union of both arms, each chunk once, in no promised order. */
  candidates: ChunkCandidate[];
  statistics: LexicalStatistics;
}

/** A passage that a search found. `found` has what its one query says of it. */
export interface ChunkCandidate extends FoundByQueries {
  document: DocumentSummary;
  /** The chunk's own text. */
  text: string;
  /** The line that it starts on, from 1. */
  line: number;
}
