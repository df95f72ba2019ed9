/** Who made a change. The same four kinds as in the public API of memory stores. */
export type DocumentActor =
  | { type: 'api_actor'; apiKeyId: string }
  | { type: 'session_actor'; sessionId: string }
  | { type: 'user_actor'; userId: string }
  | { type: 'service_account_actor'; serviceAccountId: string };

/** The field with the id of an actor, by its kind. */
export const actorIdField = {
  api_actor: 'apiKeyId',
  session_actor: 'sessionId',
  user_actor: 'userId',
  service_account_actor: 'serviceAccountId',
} as const satisfies Record<DocumentActor['type'], string>;

/** Kind and id of an actor. */
export function partsOfActor(actor: DocumentActor): [type: DocumentActor['type'], id: string] {
  const ids = actor as unknown as Record<string, string>;
  return [actor.type, ids[actorIdField[actor.type]] as string];
}

/**
 * A named collection of documents. It belongs to one scope, which the public API calls a workspace. Times are ISO 8601
 * in UTC with milliseconds. Missing fields are absent, never `null`.
 */
export interface StoreInfo {
  /** `memstore_…` */
  id: string;
  /** The scope that it belongs to. */
  scope: string;
  /** 1..255 characters. Need not be unique. */
  name: string;
  /** Empty by default. */
  description: string;
  /** The application's own pairs. */
  metadata: Record<string, string>;
  /** 1 at first; each change of name, description, metadata or the archived state adds one. */
  version: number;
  /** When it was made. */
  createdAt: string;
  /** When name, description, metadata or the archived state last changed; not when its documents did. */
  updatedAt: string;
  /** Read-only from then on, for good. */
  archivedAt?: string;
}

/** A live document by its id or by its path. */
export type DocumentKey = { id: string } | { path: string };

/** A text at a path. */
export interface Document {
  /** `mem_…`; the same across renames. */
  id: string;
  /** The store of the document. */
  storeId: string;
  /** The path: `/plan.md`. */
  path: string;
  /** The whole text. */
  content: string;
  /** Lower-case hex, of the UTF-8 bytes; nothing is normalised. */
  contentSha256: string;
  /** Of UTF-8. */
  contentSizeBytes: number;
  /** The version that holds the current content. */
  versionId: string;
  /** When it was made. */
  createdAt: string;
  /** When content or path last changed. */
  updatedAt: string;
  /** When it was last read, updated at most once an hour. Absent: never, or not asked for. */
  lastReadAt?: string;
}

/** A document without its text. */
export type DocumentSummary = Omit<Document, 'content'> & { content?: string };

/** Represents every document whose path starts with it. Ends in `/`. */
export interface DocumentPrefix {
  /** Ends in `/`. */
  path: string;
}

/** One line of a list: a document, or a prefix for all deeper ones. */
export type DocumentListItem =
  | { type: 'document'; document: DocumentSummary }
  | { type: 'prefix'; prefix: DocumentPrefix };

/** What a version did to its document. */
export const documentOperations = ['created', 'modified', 'deleted'] as const;

/** What a version did: made the document, changed it, or deleted it. */
export type DocumentOperation = (typeof documentOperations)[number];

/**
 * One change. Only redaction alters it afterwards. It stays after its document is deleted and is removed only with the
 * store.
 */
export interface DocumentVersion {
  /** `memver_…` */
  id: string;
  /** The store of its document. */
  storeId: string;
  /** The document; it may be deleted. */
  documentId: string;
  /** 1 for the first version of a document, then counted up without gaps. */
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
  /** When it was redacted. Absent: it was not. */
  redactedAt?: string;
  /** Who redacted it. */
  redactedBy?: DocumentActor;
}

/** What a change must find; otherwise it is refused with reason `precondition_failed`. */
export type DocumentPrecondition =
  /** The stored content has this hash. */
  | { type: 'content_sha256'; contentSha256: string }
  /** Nothing exists at the path of the change. */
  | { type: 'not_exists' };
