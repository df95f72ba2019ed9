import { readMemories, readVectors } from '@mneme/engine/context';
import type { MemoryBackend, MemoryRecord } from '@mneme/engine/contract';
import { nextVersion } from './transitions.ts';

/** A contested pair as it is now. A removed record is absent. */
export interface Contest {
  ids: { newer: string; older: string };
  newer?: MemoryRecord;
  older?: MemoryRecord;
  /** Cosine of the two, if both have a vector. */
  similarity?: number;
}

/** Undefined if the newer one is removed or no longer contests the other one. */
export async function readContest(
  backend: MemoryBackend,
  { scope, newer: newerId, older: olderId }: { scope: string; newer: string; older: string },
): Promise<Contest | undefined> {
  const ids = [newerId, olderId];
  const [records, vectors] = await Promise.all([
    readMemories(backend, scope, ids),
    readVectors(backend, scope, ids),
  ]);
  const [newer, older] = ids.map((id) => records.find((record) => record.id === id));
  if (newer?.contests?.includes(olderId) !== true) return undefined;
  const pair: Contest = { ids: { newer: newerId, older: olderId }, newer };
  if (older !== undefined) pair.older = older;
  const [a, b] = ids.map((id) => vectors.get(id));
  if (a !== undefined && b !== undefined)
    pair.similarity = a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  return pair;
}

/** The record with its next version and without the links to the others. */
export function unlinked(
  { contests = [], contestedBy = [], ...rest }: MemoryRecord,
  others: readonly string[],
  now: string,
): MemoryRecord {
  const changed = nextVersion(rest, now);
  const left = contests.filter((id) => !others.includes(id));
  const leftBy = contestedBy.filter((id) => !others.includes(id));
  if (left.length > 0) changed.contests = left;
  if (leftBy.length > 0) changed.contestedBy = leftBy;
  else if (changed.supersededBy === undefined) delete changed.supersededReason;
  return changed;
}
