import {
  type ArmWeights,
  bm25Parameters,
  type Candidate,
  type Found,
  type LexicalStatistics,
  raritiesOf,
  zNormalise,
} from '@mneme/contract';
import type { SessionPlaces } from './session-places.ts';

/** The scores of both arms for each candidate of one query, in the order of the candidates. */
export interface ArmScores {
  /** Contribution of the vector arm. */
  similarity: number[];
  /** Contribution of the keyword arm. */
  keywords: number[];
  /** BM25 that includes words of the neighbouring turns. */
  bm25: number[];
  /** Sum of the arms, in standard deviations. */
  own: Float64Array;
}

/**
 * Lower limit for candidates that were found for another reason, such as their time: otherwise no other part could make
 * up for it.
 */
const lowestZ = -2;
/** With fewer turns, mean and deviation are not taken from turns alone. */
const fewestTurns = 10;

/**
 * Scores of both arms as distances from their mean, in standard deviations, so that one arm does not drown out the
 * other. `query`: which one.
 */
export function armScores(
  candidates: readonly Candidate[],
  {
    query,
    statistics,
    weights,
    places,
  }: {
    query: number;
    statistics: LexicalStatistics;
    weights: Pick<ArmWeights, 'dense' | 'window'>;
    places: SessionPlaces;
  },
): ArmScores {
  // Facts are short and often name their subject, so they are near many queries: mean and deviation come from turns.
  const turns = candidates.map(({ record }) => record.kind === 'episode');
  const enough = turns.reduce((count, isTurn) => count + (isTurn ? 1 : 0), 0) >= fewestTurns;
  const measured = enough ? turns : undefined;
  const weighted = (scores: readonly (number | undefined)[], weight: number) =>
    zNormalise(scores, measured).map((z) => weight * Math.max(lowestZ, z));
  const cosines = candidates.map(({ found }) => found[query]?.similarity);
  const bm25 = windowScores(candidates, { query, statistics, share: weights.window, places });
  const similarity = weighted(cosines, weights.dense);
  // A candidate without a common word has score 0, so that the only record with a rare word stands out.
  const keywords = weighted(bm25, 1 - weights.dense);
  const own = Float64Array.from(similarity, (value, at) => value + (keywords[at] as number));
  return { similarity, keywords, bm25, own };
}

/**
 * BM25 of a turn's words together with a share (0..1) of those of the turns directly before and after it: `Which one?`
 * and `The red bike` are found by a query for a bike that was chosen only together. The length is made that of one turn
 * again, so that a turn at the edge of what is known counts like any other.
 */
function windowScores(
  candidates: readonly Candidate[],
  {
    query,
    statistics,
    share,
    places,
  }: {
    query: number;
    statistics: LexicalStatistics;
    share: number;
    places: SessionPlaces;
  },
): number[] {
  const { k1, b } = bm25Parameters;
  const { averageLength } = statistics;
  const rarities = raritiesOf(statistics);
  const frequenciesAt = (place: number) =>
    ((candidates[place] as Candidate).found[query] as Found).termFrequencies;
  return candidates.map(({ length: own }, at) => {
    const frequencies = frequenciesAt(at);
    const beside = share === 0 ? [] : places.around(at);
    let length = own;
    for (const place of beside) length += share * (candidates[place] as Candidate).length;
    if (beside.length > 0) length /= 1 + share * beside.length;
    const saturation = k1 * (1 - b + b * (averageLength > 0 ? length / averageLength : 1));
    let score = 0;
    for (let term = 0; term < rarities.length; term++) {
      const rarity = rarities[term] as number;
      let frequency = frequencies[term] ?? 0;
      for (const place of beside) frequency += share * (frequenciesAt(place)[term] ?? 0);
      if (frequency > 0) score += (rarity * frequency * (k1 + 1)) / (frequency + saturation);
    }
    return score;
  });
}

/**
 * Adds the further queries to `own`: the best of them counts by the share `weights.questions`, and the first query for
 * the rest. Returns which one was best for each candidate.
 */
export function addQuestionScores(
  own: Float64Array,
  questions: readonly ArmScores[],
  weights: Pick<ArmWeights, 'questions'>,
): { added: Float64Array; best: Uint8Array } {
  const added = new Float64Array(own.length);
  const best = new Uint8Array(own.length);
  for (let at = 0; at < own.length; at++) {
    let most = questions[0]?.own[at] as number;
    for (let each = 1; each < questions.length; each++) {
      const other = questions[each]?.own[at] as number;
      if (other > most) [most, best[at]] = [other, each];
    }
    added[at] = weights.questions * (most - (own[at] as number));
    own[at] = (own[at] as number) + (added[at] as number);
  }
  return { added, best };
}
