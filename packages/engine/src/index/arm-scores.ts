import {
  type ArmWeights,
  bm25Parameters,
  type Candidate,
  type Found,
  type LexicalStatistics,
  raritiesOf,
} from '../contract/index.ts';
import type { SessionPlaces } from './session-places.ts';

/** The scores of both arms for each candidate of one query, in the order of the candidates. */
export interface ArmScores {
  /** Contribution of the vector arm. */
  similarity: Float64Array;
  /** Contribution of the keyword arm. */
  keywords: Float64Array;
  /** BM25 that includes words of the neighbouring turns. */
  bm25: Float64Array;
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
  const cosines = new Float64Array(candidates.length);
  for (const [at, { found }] of candidates.entries())
    cosines[at] = found[query]?.similarity ?? Number.NaN;
  const bm25 = windowScores(candidates, { query, statistics, share: weights.window, places });
  const similarity = weighted(cosines, { weight: weights.dense, measured });
  // A candidate without a common word has score 0, so that the only record with a rare word stands out.
  const keywords = weighted(bm25, { weight: 1 - weights.dense, measured });
  const own = new Float64Array(candidates.length);
  for (let at = 0; at < own.length; at++)
    own[at] = (similarity[at] as number) + (keywords[at] as number);
  return { similarity, keywords, bm25, own };
}

/** A spread below this share of the largest score is rounding, not an order. */
const negligibleSpread = 1e-12;

/** NaN is a gap, which counts as the lowest of the others, or as -1 if these are all the same. */
function weighted(
  scores: Float64Array,
  { weight, measured }: { weight: number; measured: readonly boolean[] | undefined },
): Float64Array {
  const isMeasured = (at: number) => measured?.[at] !== false && !Number.isNaN(scores[at]);
  let [count, sum, largest] = [0, 0, 0];
  for (let at = 0; at < scores.length; at++) {
    if (!isMeasured(at)) continue;
    count += 1;
    sum += scores[at] as number;
    largest = Math.max(largest, Math.abs(scores[at] as number));
  }
  const mean = sum / count;
  let squares = 0;
  for (let at = 0; at < scores.length; at++)
    if (isMeasured(at)) squares += ((scores[at] as number) - mean) ** 2;
  const deviation = Math.sqrt(squares / count);
  const spread = deviation > largest * negligibleSpread;
  let least = spread ? 0 : -1;
  const z = new Float64Array(scores.length);
  for (let at = 0; at < scores.length; at++) {
    z[at] = spread ? ((scores[at] as number) - mean) / deviation : 0;
    if (spread && isMeasured(at)) least = Math.min(least, z[at] as number);
  }
  for (let at = 0; at < scores.length; at++)
    z[at] = weight * Math.max(lowestZ, Number.isNaN(scores[at]) ? least : (z[at] as number));
  return z;
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
): Float64Array {
  const { k1, b } = bm25Parameters;
  const { averageLength } = statistics;
  const rarities = raritiesOf(statistics);
  const scores = new Float64Array(candidates.length);
  const frequenciesAt = (place: number) =>
    ((candidates[place] as Candidate).found[query] as Found).termFrequencies;
  for (const [at, { length: own }] of candidates.entries()) {
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
    scores[at] = score;
  }
  return scores;
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
