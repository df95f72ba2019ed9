import { type EngineContext, readMemories } from '@mneme/engine/context';
import type { MemoryRecord } from '@mneme/engine/contract';
import type { Ranked } from '../ranking/index.ts';
import type { RetrievedMemory } from './api.ts';
import { holds } from './read-contest.ts';

/**
 * Of a contested pair the newer one comes first: it takes the place of the older one where that ranks higher. What one
 * query finds of both is about the same matter, so it is as relevant too.
 */
export function liftContesting(ranked: Ranked[]): Ranked[] {
  if (ranked.every(({ record }) => record.contestedBy === undefined)) return ranked;
  const lifted: Ranked[] = [];
  const placed = new Set<string>();
  const byId = new Map(ranked.map((entry) => [entry.record.id, entry]));
  const place = (entry: Ranked): void => {
    const { id, contestedBy = [] } = entry.record;
    if (placed.has(id)) return;
    placed.add(id);
    for (const newer of contestedBy) {
      const found = byId.get(newer);
      if (found === undefined || placed.has(newer)) continue;
      byId.set(newer, raised(found, entry));
      place(byId.get(newer) as Ranked);
    }
    lifted.push(entry);
  };
  for (const { record } of ranked) place(byId.get(record.id) as Ranked);
  return lifted;
}

function raised(newer: Ranked, older: Ranked): Ranked {
  const value = older.total - newer.total;
  return {
    record: newer.record,
    nearness: newer.nearness,
    total: older.total,
    score: older.score,
    get relevance() {
      return Math.max(newer.relevance, older.relevance);
    },
    explanation() {
      const explanation = newer.explanation();
      const why = `said ${dayOf(newer.record)}, contests what was said ${dayOf(older.record)}`;
      const parts = [...explanation.parts, { name: 'contests', value, why }];
      const { relevance } = older.relevance > newer.relevance ? older.explanation() : explanation;
      return { ...explanation, parts, total: explanation.total + value, relevance };
    },
  };
}

function dayOf({ occurredAt }: MemoryRecord): string {
  return occurredAt.slice(0, 10);
}

/** Tells each memory of those that it contests and that contest it, as far as they hold now. */
export async function addContested(
  { backend }: EngineContext,
  { scope, now, memories }: { scope: string; now: string; memories: RetrievedMemory[] },
  records: ReadonlyMap<string, MemoryRecord>,
): Promise<void> {
  const linked = memories.flatMap(({ id }) => {
    const { contests = [], contestedBy = [] } = records.get(id) ?? {};
    return [...contests, ...contestedBy];
  });
  if (linked.length === 0) return;
  const others = await readMemories(backend, scope, [...new Set(linked)]);
  const saidAt = new Map(
    others.filter((other) => holds(other, now)).map(({ id, occurredAt }) => [id, occurredAt]),
  );
  for (const memory of memories) {
    const record = records.get(memory.id);
    if (record?.supersededBy !== undefined) continue;
    const [contests, contestedBy] = [record?.contests, record?.contestedBy].map((ids = []) =>
      ids.filter((id) => saidAt.has(id)),
    ) as [string[], string[]];
    if (contests.length > 0) memory.contests = contests;
    if (contestedBy.length > 0) memory.contestedBy = contestedBy;
    const times = [...contests, ...contestedBy].map((id) => [id, saidAt.get(id)]);
    if (times.length > 0) memory.contestedAt = Object.fromEntries(times);
  }
}
