import {
  compareTexts,
  type DecaySettings,
  type MemoryRecord,
  type RecordFilter,
} from '@mneme/contract';
import type { EngineContext } from '@mneme/contract/context';
import { importanceAt } from '../forgetting/index.ts';
import { latest } from '../records/index.ts';
import { disclosureOf, profilePlace } from './disclosure.ts';
import { recallLimits } from './limits.ts';

/** The facts from which a profile is chosen. If there are very many, the most important and the newest. */
export async function listProfileCandidates(
  { backend }: EngineContext,
  scope: string,
  filter: RecordFilter,
): Promise<MemoryRecord[]> {
  const { mostImportant, newest } = recallLimits;
  const facts: RecordFilter = { ...filter, kinds: ['fact'] };
  const request = { scope, filter: facts, readOnly: true };
  const important = await backend.list({ ...request, order: 'importance', limit: mostImportant });
  if (important.nextCursor === undefined) return important.records;
  const recent = await backend.list({ ...request, order: 'newest', limit: newest });
  const records = [...important.records, ...recent.records];
  return [...new Map(records.map((record) => [record.id, record])).values()];
}

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
 * Who the user is: the facts for every message, as many as fit. First those of importance 5 (an allergy matters as much
 * next year), then by current importance; ties: the one confirmed last. Importance is taken at the last confirmation of
 * any fact, not now, so that the choice changes only when a fact does. Facts learned from turns have their own share of
 * the room, because the turns that they were learned from are found too.
 */
export function chooseProfile(
  standing: readonly MemoryRecord[],
  {
    room,
    learnedRoom,
    decay,
    cost,
  }: {
    room: number;
    learnedRoom: number;
    decay: DecaySettings;
    cost(fact: MemoryRecord): number;
  },
): MemoryRecord[] {
  // Among many facts a search is less sure to find what a message needs, so the rest of the room is used too.
  const many = standing.length >= recallLimits.factsToCompare;
  const facts = standing.filter((fact) => {
    const disclosure = disclosureOf(fact);
    return (
      disclosure === 'always' ||
      (many && disclosure === 'relevant' && fact.disclosure === undefined)
    );
  });
  const last = latest('', ...facts.map(({ confirmedAt }) => confirmedAt));
  const effective = importanceAt(last, decay);
  const rated = facts.map((fact) => ({
    fact,
    worth: Math.round((fact.importance === 5 ? 5 : 0) + effective(fact)),
    needed: cost(fact),
  }));
  rated.sort(
    (a, b) =>
      b.worth - a.worth ||
      a.needed - b.needed ||
      compareTexts(b.fact.confirmedAt, a.fact.confirmedAt) ||
      compareTexts(a.fact.id, b.fact.id),
  );
  let left = room;
  let leftForLearned = learnedRoom;
  const chosen = rated.filter(({ fact, needed }) => {
    const isLearned = fact.extractedBy !== undefined;
    if (needed > left || (isLearned && needed > leftForLearned)) return false;
    left -= needed;
    if (isLearned) leftForLearned -= needed;
    return true;
  });
  return chosen.map(({ fact }) => fact).sort(byKind);
}

/** Names, wishes, limits, who the user is; then by importance, then by age. */
function byKind(a: MemoryRecord, b: MemoryRecord): number {
  return (
    profilePlace(a) - profilePlace(b) ||
    b.importance - a.importance ||
    compareTexts(a.createdAt, b.createdAt) ||
    compareTexts(a.id, b.id)
  );
}
