import type {
  ExpectedVersion,
  MemoryBackend,
  MemoryMetadata,
  SessionRecord,
  StoredRecord,
} from '../contract/index.ts';
import { nameBasedUuid } from '../ids/index.ts';

/** What the engine keeps of a session beside its turns. Nobody but the engine reads it, and no search finds it. */
export interface SessionState {
  /** 0: nothing is kept yet. */
  version: number;
  /** A text that stands for turns that are gone; empty where there is none. */
  summary: string;
  /** Plain JSON, such as how far the session was read. */
  data: MemoryMetadata;
}

type Backend = Pick<MemoryBackend, 'get' | 'idSecret'>;

/** Where the state of a session lies, and what is in it. */
export async function readSessionState(
  backend: Backend,
  { scope, session }: { scope: string; session: string },
): Promise<SessionState & { id: string }> {
  const secret = await backend.idSecret?.(scope);
  const name = [scope, 'session', session];
  const id = nameBasedUuid(JSON.stringify(secret === undefined ? name : [secret, ...name]));
  const [kept] = await backend.get(scope, [id]);
  if (kept === undefined) return { id, version: 0, summary: '', data: {} };
  return { id, version: kept.version, summary: kept.content, data: kept.metadata ?? {} };
}

/**
 * The put of a changed state, for a commit that writes more with it: where another writer was faster, nothing of that
 * commit is written.
 */
export function sessionStatePut(
  { scope, session, now }: { scope: string; session: string; now: string },
  { id, version, summary, data }: SessionState & { id: string },
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
