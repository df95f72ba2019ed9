import type {
  DocumentChange,
  DocumentKey,
  DocumentRefusal,
} from '../documents/rules/decide-change.ts';
import type { StorePatch } from '../documents/rules/patch-store.ts';
import type {
  Document,
  DocumentActor,
  DocumentListItem,
  DocumentOperation,
  DocumentSummary,
  DocumentVersion,
  StoreInfo,
} from './document.ts';
import type { DocumentLimits } from './document-limits.ts';
import type { EmbedderIdentity } from './embedder.ts';
import type { EmbeddingMigration } from './embedding-migration.ts';
import type { AuditEntry, LexicalStatistics, WithEmbedder } from './memory-backend.ts';

/**
 * The contract between the document engine and a technology. As with {@link MemoryBackend}, the engine validates and
 * applies defaults, and arguments are exact. Where the outcome depends on what is stored, the backend reads it and
 * asks a rule (`decideChange`, `patchStore`, `decideRedaction`) inside the transaction that writes: rules decide,
 * backends carry out.
 *
 * Every method rejects with a MnemeError. Nothing of another scope is ever returned, counted or changed. A method
 * that takes a `storeId` rejects with `not_found` where the scope has no such store. Each writing method is one
 * transaction: after a crash it has happened wholly or not at all. The suite in @mneme/conformance checks all this.
 */
export interface DocumentBackend {
  /** Names the technology in messages: `sqlite`. */
  readonly name: string;

  /** Changes the embedding model. The one of the records, where the same store keeps both. */
  readonly migration?: EmbeddingMigration;

  /**
   * Opens the store of documents and creates it where there is none. The identity is remembered and compared as in
   * {@link MemoryBackend.open}; without one, documents are found by words only. Called once, before other methods.
   */
  open(options: { embedder?: EmbedderIdentity }): Promise<void>;

  /** Adds a store. Its id is new. */
  addStore(request: { store: StoreInfo; audit: AuditEntry }): Promise<void>;

  /** The oldest store of that scope and name that is not archived; with `store`, adds it where there is none. */
  findStore(request: FindStoreRequest): Promise<StoreInfo | undefined>;

  getStore(scope: string, storeId: string): Promise<StoreInfo | undefined>;

  /** Newest first, in the order in which they were added. */
  listStores(request: ListStoresRequest): Promise<{ stores: StoreInfo[]; next?: number }>;

  /** Carries out what the rule `patchStore` decides. */
  patchStore(request: PatchStoreRequest): Promise<PatchStoreResult>;

  /** Removes a store with all documents, versions and index entries. No byte of a content is left when it resolves. */
  removeStore(request: { scope: string; storeId: string; audit: AuditEntry }): Promise<void>;

  /**
   * Carries out what the rule `decideChange` decides for each change, in order, each seeing the ones before it. One
   * refusal, and nothing of the request is written. Contents, versions and index are in step at every instant.
   */
  write(request: DocumentWriteRequest): Promise<DocumentWriteResult>;

  /** The live document of that id or path, with `lastReadAt`. The answer is not to be changed: it may be shared. */
  getDocument(request: {
    scope: string;
    storeId: string;
    key: DocumentKey;
  }): Promise<Readonly<Document> | undefined>;

  /**
   * Live documents by path, in the order of the UTF-8 bytes, rolled up by the rule `rollUp`; every item counts
   * toward the limit.
   */
  listDocuments(
    request: ListDocumentsRequest,
  ): Promise<{ items: DocumentListItem[]; next?: string }>;

  /** Newest first, in the order in which they were written. */
  listVersions(
    request: ListVersionsRequest,
  ): Promise<{ versions: DocumentVersion[]; next?: number }>;

  getVersion(request: {
    scope: string;
    storeId: string;
    versionId: string;
  }): Promise<DocumentVersion | undefined>;

  /**
   * Carries out what the rule `decideRedaction` decides. Redacted: content, hash, size and path of that version are
   * gone from the store's files when it resolves.
   */
  redact(request: RedactRequest): Promise<RedactResult>;

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
    documents: { scope: string; storeId: string; id: string; contentSha256: string }[];
    stores: { scope: string; storeId: string }[];
  }>;

  /** Removes all stores of a scope as {@link removeStore} does, without audit lines. Answers what was there. */
  eraseScope(scope: string): Promise<{ stores: number; documents: number; versions: number }>;

  /** Releases files and connections. Further calls reject with `closed`. Idempotent. */
  close(): Promise<void>;
}

export interface FindStoreRequest {
  scope: string;
  name: string;
  /** Is added where the search finds nothing. */
  add?: { store: StoreInfo; audit: AuditEntry };
}

export interface ListStoresRequest {
  scope: string;
  includeArchived: boolean;
  /** Inclusive. */
  createdFrom?: string;
  /** Inclusive. */
  createdTo?: string;
  limit: number;
  /** `next` of the page before. */
  after?: number;
}

export interface PatchStoreRequest {
  scope: string;
  storeId: string;
  patch: StorePatch;
  at: string;
  /** Written only where something changes. */
  audit: AuditEntry;
}

export type PatchStoreResult =
  | { outcome: 'stored'; store: StoreInfo }
  | { outcome: 'refused'; reason: 'archived' | 'metadata' };

export interface DocumentWriteRequest extends WithEmbedder {
  scope: string;
  storeId: string;
  at: string;
  actor?: DocumentActor;
  limits: DocumentLimits;
  /** As in {@link CommitRequest}. */
  nextEmbedder?: EmbedderIdentity;
  writes: readonly PreparedWrite[];
}

export interface PreparedWrite {
  change: DocumentChange;
  /** Used where the change makes a document. */
  newDocumentId: string;
  /** Used where the change makes a version. */
  newVersionId: string;
  /** Present exactly where the change brings a content. */
  content?: PreparedContent;
  /** `actor` and `reason` of the audit line, which is written only where something changes. */
  audit: { actor: string; reason: string };
}

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

export type DocumentWriteResult =
  | {
      outcome: 'done';
      /** One a write, in order: the document after it (or, deleted, before it), without its text. */
      results: { changed: boolean; document: DocumentSummary }[];
    }
  | { outcome: 'refused'; index: number; refusal: DocumentRefusal };

export interface ListDocumentsRequest {
  scope: string;
  storeId: string;
  /** Ends in `/`. */
  pathPrefix: string;
  depth: number;
  withContent: boolean;
  limit: number;
  /** `next` of the page before. */
  after?: string;
}

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
  /** `next` of the page before. */
  after?: number;
}

export interface RedactRequest {
  scope: string;
  storeId: string;
  versionId: string;
  at: string;
  actor?: DocumentActor;
  /** Written only where something changes. */
  audit: { actor: string; reason: string };
}

export type RedactResult =
  | { outcome: 'redacted'; version: DocumentVersion }
  /** The scope's store has no such version. */
  | { outcome: 'not_found' }
  /** It is the current version of a live document. */
  | { outcome: 'head' };

export interface DocumentSearchRequest extends WithEmbedder {
  scope: string;
  storeId: string;
  /** Only documents below it. */
  pathPrefix: string;
  dense?: { vector: Float32Array; limit: number };
  lexical?: { terms: readonly string[]; limit: number };
}

export interface DocumentSearchResponse {
  /** The union of both arms, each chunk once, in no promised order. */
  candidates: ChunkCandidate[];
  statistics: LexicalStatistics;
}

export interface ChunkCandidate {
  document: DocumentSummary;
  /** The chunk's own text. */
  text: string;
  /** The line that it starts on, from 1. */
  line: number;
  /** Cosine, -1..1. Absent: not among the nearest. */
  similarity?: number;
  /** In the order of the query's terms. Absent: not among the best by words. */
  termFrequencies?: number[];
  /** How many terms were indexed for the chunk. */
  length: number;
}
