import type { MemoryRecord } from '@mneme/contract';
import { type EngineContext, readMemories } from '@mneme/contract/context';
import { parseId } from '@mneme/contract/input';
import { differingWords } from '@mneme/language/claims';
import type { ConflictExplanation } from './api.ts';

/** Which rule decided each conflict in the history of a record, and by which words. */
export async function decisions(
  { backend }: EngineContext,
  scope: string,
  id: string,
): Promise<ConflictExplanation[]> {
  const chain = await backend.history(scope, parseId(id));
  const byId = new Map(chain.map((record) => [record.id, record]));
  const found = chain.flatMap((older): ConflictExplanation[] => {
    const newer = older.supersededBy && byId.get(older.supersededBy);
    if (!newer) return [];
    return [explain(older, newer, { outcome: 'superseded', rule: older.supersededReason })];
  });
  const pairs = chain.flatMap(({ id: own, contests = [], contestedBy = [] }) => [
    ...contests.map((older) => ({ newer: own, older })),
    ...contestedBy.map((newer) => ({ newer, older: own })),
  ]);
  const others = await readMemories(
    backend,
    scope,
    pairs.flatMap(({ newer, older }) => [newer, older]),
  );
  const linked = new Map([...others, ...chain].map((record) => [record.id, record]));
  for (const pair of pairs) {
    const [older, newer] = [linked.get(pair.older), linked.get(pair.newer)];
    if (older === undefined || newer === undefined) continue;
    found.push(explain(older, newer, { outcome: 'contested', rule: older.supersededReason }));
  }
  return found;
}

function explain(
  older: MemoryRecord,
  newer: MemoryRecord,
  {
    outcome,
    rule = 'decided by a version that stored no reason',
  }: { outcome: 'superseded' | 'contested'; rule?: string },
): ConflictExplanation {
  const [olderWords, newerWords] = differingWords(older.content, newer.content);
  return { older: older.id, newer: newer.id, outcome, rule, olderWords, newerWords };
}
