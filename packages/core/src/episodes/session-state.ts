import type {
  ExpectedVersion,
  MemoryBackend,
  MemoryMetadata,
  SessionRecord,
  StoredRecord,
} from '@mneme/engine/contract';
import { nameBasedUuid } from '@mneme/engine/ids';

/** What the engine keeps of a session beside its turns. Nobody but the engine reads it, and no search finds it. */
export interface SessionState {
  /** 0: nothing is kept yet. */
  version: number;
  /** A text that stands for turns that are gone; empty where there is none. */
  summary: string;
  /** Plain JSON, such as how far the session was read. */
  data: MemoryMetadata;
}

/** With the id of the record that it is kept in. */
export type KeptSessionState = SessionState & { id: string };

type Backend = Pick<MemoryBackend, 'get' | 'idSecret'>;

/** Where the state of a session lies, and what is in it. */
export async function readSessionState(
  backend: Backend,
  { scope, session }: { scope: string; session: string },
): Promise<KeptSessionState> {
  const [state] = await readSessionStates(backend, { scope, sessions: [session] });
  return state as KeptSessionState;
}

/** As `readSessionState`, in order of the names. */
export async function readSessionStates(
  backend: Backend,
  { scope, sessions }: { scope: string; sessions: readonly string[] },
): Promise<KeptSessionState[]> {
  const secret = await backend.idSecret?.(scope);
  const ids = sessions.map((session) => {
    const name = [scope, 'session', session];
    return nameBasedUuid(JSON.stringify(secret === undefined ? name : [secret, ...name]));
  });
  const kept = new Map((await backend.get(scope, ids)).map(({ record }) => [record.id, record]));
  return ids.map((id) => {
    const record = kept.get(id);
    if (record === undefined) return { id, version: 0, summary: '', data: {} };
    const { version, content: summary, metadata: data = {} } = record;
    return { id, version, summary, data };
  });
}

/** Sequence of the last turn that facts were made of in a job; undefined: of none. */
export function readTo({ data: { readTo: place } }: SessionState): number | undefined {
  return typeof place === 'number' ? place : undefined;
}

/**
 * The put of a changed state, for a commit that writes more with it: where another writer was faster, nothing of that
 * commit is written.
 */
export function sessionStatePut(
  { scope, session, now }: { scope: string; session: string; now: string },
  { id, version, summary, data }: KeptSessionState,
): { put: StoredRecord; expect: ExpectedVersion } {
  const record: SessionRecord = {
    id,
    version: version + 1,
    scope,
    kind: 'session',
    content: summary,
    tags: [],
    importance: 3,
    createdAt: now,
    updatedAt: now,
    confirmedAt: now,
    occurredAt: now,
    accessCount: 0,
    source: { session },
  };
  if (Object.keys(data).length > 0) record.metadata = data;
  return { put: { record, contentKey: id, terms: [] }, expect: { id, version } };
}
