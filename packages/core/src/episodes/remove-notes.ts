import { type EngineContext, readMemories } from '@mneme/contract/context';
import { readSessionState } from './session-state.ts';

/** What a note says about how far a session was read. */
const places: ReadonlySet<string> = new Set(['readTo', 'learnedTo']);

/** The sessions of records that are about to be removed. */
export async function sessionsOf(
  { backend }: EngineContext,
  { scope, ids }: { scope: string; ids: readonly string[] },
): Promise<string[]> {
  const records = await readMemories(backend, scope, ids);
  const sessions = records.flatMap(({ source: { session } }) => session ?? []);
  return [...new Set(sessions)];
}

/**
 * Removes the engine's notes on sessions of which no turn is left. A note with a summary stays. A turn that is appended
 * meanwhile changes nothing: such a note only says how far a job has read turns that no longer exist.
 */
export async function removeNotes(
  { backend, now }: EngineContext,
  { scope, sessions }: { scope: string; sessions: Iterable<string> },
): Promise<void> {
  for (const session of sessions) {
    const { id, version, content, data } = await readSessionState(backend, { scope, session });
    const isPlace = Object.keys(data).every((name) => places.has(name));
    if (version === 0 || content !== '' || !isPlace) continue;
    const filter = { now: now(), includeExpired: true, includeSuperseded: true };
    const left = await backend.list({
      scope,
      turns: { session },
      filter,
      order: 'first',
      limit: 1,
    });
    if (left.records.length > 0) continue;
    const expect = [{ id, version }];
    await backend.commit({ scope, expect, puts: [], removals: [id], audit: [] });
  }
}
