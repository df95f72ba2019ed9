import type { ArmWeights, SearchResponse } from '@mneme/contract';
import { addQuestionScores, armScores } from './arm-scores.ts';
import { SessionPlaces } from './session-places.ts';

/** A place in a session. */
export interface TurnPlace {
  session: string;
  sequence: number;
}

/**
 * The turns whose neighbours should be read: the given number of the best turns by both arms that have a place in a
 * session.
 */
export function bestTurns(
  { candidates, statistics }: SearchResponse,
  { turns: most, weights }: { turns: number; weights: ArmWeights },
): TurnPlace[] {
  if (candidates.every(({ record }) => record.source.session === undefined)) return [];
  const places = new SessionPlaces(candidates.map(({ record }) => record));
  const [first, ...questions] = statistics.map((each, query) =>
    armScores(candidates, { query, statistics: each, weights, places }),
  );
  if (first === undefined) return [];
  const { own } = first;
  if (questions.length > 0) addQuestionScores(own, questions, weights);
  const turns: TurnPlace[] = [];
  for (const at of [...own.keys()].sort((a, b) => (own[b] as number) - (own[a] as number))) {
    const { session, sequence } = candidates[at]?.record.source ?? {};
    if (session === undefined || sequence === undefined) continue;
    turns.push({ session, sequence });
    if (turns.length >= most) break;
  }
  return turns;
}
