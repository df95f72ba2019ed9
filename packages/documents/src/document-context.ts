import {
  type Backend,
  type CommitRequest,
  type DocumentActor,
  type DocumentBackend,
  type ForgottenFacts,
  partsOfActor,
} from '@mneme/contract';
import { type EngineContext, untilCommitted } from '@mneme/contract/context';

/** What every call on documents uses: that of the memory, with the backend of the documents as `backend`. */
export interface DocumentContext extends Omit<EngineContext, 'backend'> {
  backend: DocumentBackend;
  place: Pick<Backend, 'name' | 'remains'>;
  scope: string;
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
  ) => Promise<ForgottenFacts | undefined>;
  /** Actor of changes that name none. */
  actor?: DocumentActor;
}

export interface StoreContext extends DocumentContext {
  storeId: string;
}

/** `mem_`, `memstore_` or `memver_` and a UUID without its hyphens. */
export function newId(context: Pick<DocumentContext, 'makeId'>, prefix: string): string {
  return `${prefix}${context.makeId().replaceAll('-', '')}`;
}

const auditNames = {
  api_actor: 'key',
  session_actor: 'session',
  user_actor: 'user',
  service_account_actor: 'service',
};

/** An actor in the form of the audit: `session:sesn_1`. */
export function actorName(actor: DocumentActor | undefined): string {
  if (actor === undefined) return 'application';
  const [type, id] = partsOfActor(actor);
  return `${auditNames[type]}:${id}`;
}

/** Like {@link untilCommitted}; writers of this memory that lost a race wait for each other. */
export function untilWritten<T extends object>(
  { queues }: DocumentContext,
  { key, signal }: { key: string; signal?: AbortSignal },
  attempt: () => Promise<T | undefined>,
): Promise<T> {
  const what = 'the same documents or stores';
  return untilCommitted(attempt, {
    ...{ what, meanwhile: 'this write was decided', signal },
    queue: { queues, key },
  });
}
