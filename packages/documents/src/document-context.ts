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

/** All that the document engine depends on. Every default has been applied. */
export interface DocumentContext {
  backend: DocumentBackend;
  /** Where the documents lie. */
  place: Pick<Backend, 'name' | 'remains'>;
  scope: string;
  clock: () => Date;
  /** The present, as ISO 8601. */
  now: () => string;
  /** Answers UUIDs. */
  makeId: () => string;
  logger: Logger;
  limits: DocumentLimits;
  secrets: SecretPolicy;
  maxQueryBytes: number;
  /** Without an embedder, documents are found by words only. */
  embedding: Embedding;
  /** Mutex for writers of this memory that lost a race. */
  turns: Turns;
  /** Absent: nothing is traced or measured. */
  telemetry?: MemoryTelemetry;
  /**
   * Removes documents by `commit`, which answers whether it has written, and forgets the facts that rest on them; those with
   * other evidence lose this. `records` is to be written in the same step. Undefined: nothing was written.
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
  /** Of changes that name no actor. */
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

/** An actor as the audit writes it: `session:sesn_1`. */
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
