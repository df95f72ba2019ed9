import type { MemoryBackend, SecretPolicy } from '@mneme/core';
import type { StoredRecord } from '@mneme/core/backend';
import { gate, readNotes, sessionNote } from '@mneme/core/faces';

/**
 * Copies the engine's notes on sessions: summaries, and how far they were read. Returns how many. A note's id is
 * computed from the session's name, so only sessions that a record names are found.
 */
export async function copySessions(
  scope: string,
  {
    from,
    to,
    sessions,
    secrets,
  }: {
    from: MemoryBackend;
    to: MemoryBackend;
    sessions: readonly string[];
    secrets: SecretPolicy;
  },
): Promise<number> {
  const [states, there] = await Promise.all(
    [from, to].map((backend) => readNotes(backend, { scope, names: sessions.map(sessionNote) })),
  );
  const kept = (states ?? []).flatMap((state, at) => {
    const target = there?.[at];
    return state.version === 0 || target === undefined ? [] : [{ state, target }];
  });
  const records = new Map(
    (
      await from.get(
        scope,
        kept.map(({ state }) => state.id),
      )
    ).map(({ record }) => [record.id, record]),
  );
  const puts = kept.flatMap(({ state, target }): StoredRecord[] => {
    const record = records.get(state.id);
    // An existing note of the target is newer.
    if (record === undefined || target.version > 0) return [];
    // A sealed store makes ids with its own secret.
    const moved = gate({ ...record, id: target.id }, secrets).value;
    return [{ record: moved, contentKey: target.id, terms: [] }];
  });
  if (puts.length > 0) await to.commit({ scope, expect: [], puts, removals: [], audit: [] });
  return kept.length;
}
