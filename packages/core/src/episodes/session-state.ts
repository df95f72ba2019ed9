import type { StoredRecord } from '@mneme/contract';
import { type EngineNote, notePut, readNotes, sessionNote } from '../records/index.ts';

type Backend = Parameters<typeof readNotes>[0];

/** The engine's note on a session: its content is the summary of removed turns. */
export type StoredSessionState = EngineNote;

/** The note on a session. */
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
  return readNotes(backend, { scope, names: sessions.map(sessionNote) });
}

/** Sequence of the last turn that an extractor of this name has read in order; undefined: none. */
export function readTo(
  { data: { readTo: place, learnedTo } }: StoredSessionState,
  extractor?: string,
): number | undefined {
  const learned = Object.entries((learnedTo ?? {}) as Record<string, unknown>)
    .filter(([name]) => extractor === undefined || name === extractor)
    .map(([, to]) => to);
  const places = [place, ...learned].filter((one) => typeof one === 'number');
  return places.length === 0 ? undefined : Math.max(...places);
}

/** The put of a changed note, for a commit with other writes. */
export function sessionStatePut(
  place: { scope: string; session: string; now: string },
  state: StoredSessionState,
): StoredRecord {
  return notePut(place, state);
}
