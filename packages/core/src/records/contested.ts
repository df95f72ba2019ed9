import { isCurrent, type MemoryRecord } from '@mneme/contract';
import { type EngineContext, readMemories } from '@mneme/contract/context';
import type { RetrievedMemory } from './api.ts';

/** Adds to each memory the current memories that it contests and that contest it. */
export async function addContested(
  { backend }: EngineContext,
  { scope, now, memories }: { scope: string; now: string; memories: RetrievedMemory[] },
  records: ReadonlyMap<string, MemoryRecord>,
): Promise<void> {
  const linked = memories.flatMap(({ id }) => {
    const { contests = [], contestedBy = [] } = records.get(id) ?? {};
    return [...contests, ...contestedBy];
  });
  const others = await readMemories(backend, scope, [...new Set(linked)]);
  const saidAt = new Map(
    others.filter((other) => isCurrent(other, now)).map(({ id, occurredAt }) => [id, occurredAt]),
  );
  const current = (ids: readonly string[] = []) => ids.filter((id) => saidAt.has(id));
  for (const memory of memories) {
    const record = records.get(memory.id);
    if (record?.supersededBy !== undefined) continue;
    const [contests, contestedBy] = [current(record?.contests), current(record?.contestedBy)];
    if (contests.length > 0) memory.contests = contests;
    if (contestedBy.length > 0) memory.contestedBy = contestedBy;
    const times = [...contests, ...contestedBy].map((id) => [id, saidAt.get(id)]);
    if (times.length > 0) memory.contestedAt = Object.fromEntries(times);
  }
}
