import type {
  MemoryBackend,
  MemoryMetadata,
  SessionRecord,
  StoredRecord,
} from '@mneme/engine/contract';
import { nameBasedUuid } from '@mneme/engine/ids';

/** The engine's note on a session. Only the engine reads it, and no search finds it. */
interface SessionState {
  /** 0: there is none yet. */
  version: number;
  /** Summary of removed turns; empty if there is none. */
  summary: string;
  /** Plain JSON, such as how far the session was read. */
  data: MemoryMetadata;
}

/** With the id of its record. */
export type StoredSessionState = SessionState & { id: string };

type Backend = Pick<MemoryBackend, 'get' | 'idSecret'>;

/** The record of a session's note, and its contents. */
export async function readSessionState(
  backend: Backend,
  { scope, session }: { scope: string; session: string },
): Promise<StoredSessionState> {
  const [state] = await readSessionStates(backend, { scope, sessions: [session] });
  return state as StoredSessionState;
}

/** Like `readSessionState`, in the order of the names. */
export async function readSessionStates(
  backend: Backend,
  { scope, sessions }: { scope: string; sessions: readonly string[] },
): Promise<StoredSessionState[]> {
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

/** Sequence of the last turn that a job made facts from; undefined: none. */
export function readTo({ data: { readTo: place } }: SessionState): number | undefined {
  return typeof place === 'number' ? place : undefined;
}

/**
 * The put of a changed note, for a commit with other writes: if another writer was faster, nothing of that commit is
 * written.
 */
export function sessionStatePut(
  { scope, session, now }: { scope: string; session: string; now: string },
  { id, version, summary, data }: StoredSessionState,
): StoredRecord {
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
  return { record, contentKey: id, terms: [] };
}
