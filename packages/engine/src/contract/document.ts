/** Who made a change. The same four kinds as in the public API of memory stores. */
export type DocumentActor =
  | { type: 'api_actor'; apiKeyId: string }
  | { type: 'session_actor'; sessionId: string }
  | { type: 'user_actor'; userId: string }
  | { type: 'service_account_actor'; serviceAccountId: string };

/**
 * A named collection of documents. It belongs to one scope, which is what the public API calls a workspace.
 * Times are ISO 8601 in UTC with milliseconds. A field that is absent is absent: no value is ever `null`.
 */
export interface StoreInfo {
  /** `memstore_…` */
  id: string;
  /** The tenant that it belongs to. */
  scope: string;
  /** 1..255 characters. Need not be unique. */
  name: string;
  /** Empty where none was given. */
  description: string;
  /** The application's own pairs. */
  metadata: Record<string, string>;
  /** 1 at first, and one more with each change of name, description, metadata or the archived state. */
  version: number;
  /** When it was made. */
  createdAt: string;
  /** When name, description, metadata or the archived state last changed; not when its documents did. */
  updatedAt: string;
  /** From then on it is read-only for good. */
  archivedAt?: string;
}

/** A live document by its id or by where it is. */
export type DocumentKey = { id: string } | { path: string };

/** A text at a path. */
export interface Document {
  /** `mem_…`; the same across renames. */
  id: string;
  /** The store that it lies in. */
  storeId: string;
  /** Where it lies: `/plan.md`. */
  path: string;
  /** The whole text. */
  content: string;
  /** Lower-case hex of the UTF-8 bytes; nothing is normalised. */
  contentSha256: string;
  /** Of UTF-8. */
  contentSizeBytes: number;
  /** The version that holds the current content. */
  versionId: string;
  /** When it was made. */
  createdAt: string;
  /** When content or path last changed. */
  updatedAt: string;
  /** When it was last read, noted at most once an hour. Absent: never, or not asked for. */
  lastReadAt?: string;
}

/** A document without its text. */
export type DocumentSummary = Omit<Document, 'content'> & { content?: string };

/** Stands for every document whose path starts with it. Ends in `/`. */
export interface DocumentPrefix {
  /** Ends in `/`. */
  path: string;
}

/** One line of a list: a document, or a prefix for all that lie deeper. */
export type DocumentListItem =
  | { type: 'document'; document: DocumentSummary }
  | { type: 'prefix'; prefix: DocumentPrefix };

/** What a version did to its document. */
export const documentOperations = ['created', 'modified', 'deleted'] as const;

/** What a version did: made the document, changed it, or deleted it. */
export type DocumentOperation = (typeof documentOperations)[number];

/** One change. Only redaction alters it afterwards. It outlives its document and goes only with the store. */
export interface DocumentVersion {
  /** `memver_…` */
  id: string;
  /** The store of its document. */
  storeId: string;
  /** The document that it is a version of; it may be gone. */
  documentId: string;
  /** 1 for the first version of a document, then counted upwards without a gap. */
  number: number;
  /** What the change did. */
  operation: DocumentOperation;
  /** When the change was made. */
  createdAt: string;
  /** Absent: the author was not recorded. */
  createdBy?: DocumentActor;
  /** Absent exactly when redacted. */
  path?: string;
  /** Absent when deleted or redacted, and in lists that did not ask for it. */
  content?: string;
  /** Absent when deleted or redacted. */
  contentSha256?: string;
  /** Absent when deleted or redacted. */
  contentSizeBytes?: number;
  /** When it was scrubbed. Absent: it was not. */
  redactedAt?: string;
  /** Who scrubbed it. */
  redactedBy?: DocumentActor;
}

/** What a change must find, or it is refused with reason `precondition_failed`. */
export type DocumentPrecondition =
  /** The stored content has this hash. */
  | { type: 'content_sha256'; contentSha256: string }
  /** Nothing is at the path that the change asks for. */
  | { type: 'not_exists' };
