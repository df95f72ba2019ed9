import type { MemoryBackend, MemoryMetadata, SessionRecord, StoredRecord } from '@mneme/contract';
import { nameBasedUuid } from '@mneme/contract/ids';

/**
 * A note of the engine beside the records of a scope: how far a session was read, what was forgotten. Only the engine
 * reads it, by its id, and no search finds it.
 */
export interface EngineNote {
  id: string;
  /** 0: there is none yet. */
  version: number;
  /** Empty if there is none. */
  content: string;
  /** Plain JSON. */
  data: MemoryMetadata;
}

/** The names of the notes about what was forgotten: that of their key, then the others. See `tombstones.ts`. */
export const forgottenNotes: readonly (readonly string[])[] = [
  ['forgotten'],
  ...Array.from({ length: 64 }, (_, place) => ['forgotten', `${place}`]),
];

/** The name of the note on a session. */
export function sessionNote(session: string): readonly string[] {
  return ['session', session];
}

type Backend = Pick<MemoryBackend, 'get' | 'idSecret'>;

/** The notes of these names, in order. */
export async function readNotes(
  backend: Backend,
  { scope, names }: { scope: string; names: readonly (readonly string[])[] },
): Promise<EngineNote[]> {
  const secret = await backend.idSecret?.(scope);
  const ids = names.map((parts) => {
    const name = [scope, ...parts];
    return nameBasedUuid(JSON.stringify(secret === undefined ? name : [secret, ...name]));
  });
  const kept = new Map((await backend.get(scope, ids)).map(({ record }) => [record.id, record]));
  return ids.map((id) => {
    const record = kept.get(id);
    if (record === undefined) return { id, version: 0, content: '', data: {} };
    const { version, content, metadata: data = {} } = record;
    return { id, version, content, data };
  });
}

/**
 * The put of a changed note, for a commit with other writes: if another writer was faster, nothing of that commit is
 * written.
 */
export function notePut(
  { scope, session, now }: { scope: string; session?: string; now: string },
  { id, version, content, data }: EngineNote,
): StoredRecord<SessionRecord> {
  const record: SessionRecord = {
    id,
    version: version + 1,
    scope,
    kind: 'session',
    content,
    tags: [],
    importance: 3,
    createdAt: now,
    updatedAt: now,
    confirmedAt: now,
    occurredAt: now,
    accessCount: 0,
    source: session === undefined ? {} : { session },
  };
  if (Object.keys(data).length > 0) record.metadata = data;
  return { record, contentKey: id, terms: [] };
}
