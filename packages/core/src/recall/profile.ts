import { compareTexts, type DecaySettings, type MemoryRecord } from '@mneme/engine/contract';
import { daysBetween, effectiveImportance, halfLifeOf } from '../forgetting/index.ts';
import { recallLimits } from './limits.ts';

/**
 * The default share of the profile: all but the tokens of a passage and a fact or two, which do not depend on the size
 * of the budget.
 */
export function profileRoom(tokenBudget: number, share?: number): number {
  if (share !== undefined) return tokenBudget * share;
  const { messageTokens, leastProfileShare, mostProfileShare } = recallLimits;
  const most = Math.min(tokenBudget - messageTokens, tokenBudget * mostProfileShare);
  return Math.max(tokenBudget * leastProfileShare, most);
}

/**
 * The facts for every message, as many as fit: first those of importance 5 (an allergy matters as much next year), then
 * by current importance; ties: the one confirmed last. Importance is taken at the last confirmation of any fact, not
 * now, so that the choice changes only when a fact does.
 */
export function chooseProfile(
  facts: readonly MemoryRecord[],
  { room, decay, cost }: { room: number; decay: DecaySettings; cost(fact: MemoryRecord): number },
): MemoryRecord[] {
  const last = facts.reduce((latest, { confirmedAt }) => later(latest, confirmedAt), '');
  const worth = new Map(
    facts.map((fact) => [
      fact,
      Math.round(
        (fact.importance === 5 ? 5 : 0) +
          effectiveImportance(
            fact.importance,
            daysBetween(fact.confirmedAt, last),
            halfLifeOf(fact.category, decay),
          ),
      ),
    ]),
  );
  const costs = new Map(facts.map((fact) => [fact, cost(fact)]));
  const best = facts.toSorted(
    (a, b) =>
      (worth.get(b) as number) - (worth.get(a) as number) ||
      (costs.get(a) as number) - (costs.get(b) as number) ||
      compareTexts(b.confirmedAt, a.confirmedAt) ||
      compareTexts(a.id, b.id),
  );
  let left = room;
  const chosen = best.filter((fact) => {
    const needed = costs.get(fact) as number;
    if (needed > left) return false;
    left -= needed;
    return true;
  });
  return chosen.sort(byAge);
}

/** Ordered by age, so that a new fact is added at the end and the text before it stays the same. */
function byAge(a: MemoryRecord, b: MemoryRecord): number {
  return compareTexts(a.createdAt, b.createdAt) || compareTexts(a.id, b.id);
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}
