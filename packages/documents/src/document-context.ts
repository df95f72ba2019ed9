import type { Embedding, Turns } from '@mneme/engine/context';
import type {
  Backend,
  CommitRequest,
  DocumentActor,
  DocumentBackend,
  DocumentLimits,
  Logger,
} from '@mneme/engine/contract';
import type { SecretPolicy } from '@mneme/engine/gate';
import type { MemoryTelemetry } from '@mneme/engine/telemetry';

/** Everything that the document engine depends on. Every default has been applied. */
export interface DocumentContext {
  backend: DocumentBackend;
  /** The backend of the documents. */
  place: Pick<Backend, 'name' | 'remains'>;
  scope: string;
  clock: () => Date;
  /** The current time, as ISO 8601. */
  now: () => string;
  /** Returns UUIDs. */
  makeId: () => string;
  logger: Logger;
  limits: DocumentLimits;
  secrets: SecretPolicy;
  maxQueryBytes: number;
  /** Without an embedder, documents are found by words only. */
  embedding: Embedding;
  /** Mutex for writers of this memory that lost a race. */
  turns: Turns;
  /** Absent: no spans and no metrics. */
  telemetry?: MemoryTelemetry;
  /**
   * Removes documents by `commit`, which returns whether it has written, and deletes the facts that rest only on them;
   * facts with other evidence lose this one. Write `records` in the same step. Undefined: nothing was written.
   */
  removeWithFacts: (
    lost: {
      scope: string;
      ids: readonly string[];
      actor: string;
      signal?: AbortSignal | undefined;
    },
    commit: (records?: CommitRequest) => Promise<boolean>,
  ) => Promise<{ forgotten: string[]; kept: string[] } | undefined>;
  /** Actor of changes that name none. */
  actor?: DocumentActor;
}

export interface StoreContext extends DocumentContext {
  storeId: string;
}

export function nowOf(context: Pick<DocumentContext, 'now'>): string {
  return context.now();
}

/** `mem_`, `memstore_` or `memver_` and a UUID without its hyphens. */
export function newId(context: Pick<DocumentContext, 'makeId'>, prefix: string): string {
  return `${prefix}${context.makeId().replaceAll('-', '')}`;
}

/** An actor in the form of the audit: `session:sesn_1`. */
export function actorName(actor: DocumentActor | undefined): string {
  switch (actor?.type) {
    case undefined:
      return 'application';
    case 'api_actor':
      return `key:${actor.apiKeyId}`;
    case 'session_actor':
      return `session:${actor.sessionId}`;
    case 'user_actor':
      return `user:${actor.userId}`;
    case 'service_account_actor':
      return `service:${actor.serviceAccountId}`;
  }
}
