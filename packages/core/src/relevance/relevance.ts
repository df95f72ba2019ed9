import {
  type Candidate,
  type EmbedderCalibration,
  inverseDocumentFrequency,
  type LexicalStatistics,
} from '../contract/index.ts';
import type { AnalysedQuery } from '../text/index.ts';
import { askedPerson } from './asked-person.ts';

/** The query's cosines as a whole, against which one of them is usual or not. */
export interface SimilaritySpread {
  mean: number;
  deviation: number;
}

export interface RelevanceGround {
  statistics: LexicalStatistics;
  spread: SimilaritySpread;
  calibration: EmbedderCalibration;
}

/**
 * Found by tools/calibrate-relevance.mjs as a logistic regression over the development sets: relevant answers
 * against the first answers to small talk and to questions of other scopes. The base is moved (from -5.0) so that
 * 0.5 rather lets something through than keeps an answer back.
 */
const weights = {
  base: -3.75,
  /** Of the cosine, 0 at the embedder's `relevant` and 1 at its `duplicate`. */
  similarity: 2.25,
  /** Of how far the cosine stands out, in standard deviations over 8, at most 1. */
  prominence: 0.66,
  /** Of the share of the query's rarity that the memory's words cover, 0..1. */
  coverage: 3.2,
  /** Of the logarithm of the rarity covered, over 3: one rare word says more than one common one. */
  rarity: 0.82,
  /** Of both at once: where the words agree, the cosine adds less. */
  agreement: -0.91,
  /** Of the logarithm of the number of terms, over 3: a long question matches less by chance than a greeting. */
  terms: 3.82,
  /**
   * Of the rarity that the memory's words cover beside the name, over `enoughRarity`, at most 1, where the query names
   * who said it: a greeting by name is no question. This and the next were set by hand; see docs/recall.md.
   */
  saidByNamed: 2,
  /** Of how much better someone else's memory fits than the best of who is named, at most `mostRival`. */
  bestOtherSpeaker: -1,
};
/** About two rare words. */
const enoughRarity = 8;
const mostRival = 4;

/**
 * How surely each memory has to do with the query, 0..1, on a scale that does not depend on the other candidates' order:
 * what a relevance floor compares. 0.5 is the usual floor. 0 where neither arm found the memory. Whom the query names
 * counts too, see `asked-person.ts`.
 */
export function relevancesOf(
  candidates: readonly Candidate[],
  { query, ...ground }: RelevanceGround & { query: AnalysedQuery },
): number[] {
  const evidence = candidates.map((candidate) => evidenceFor(candidate, ground));
  const { saidBy, nameTerms, bestOtherSpeaker } = askedPerson(candidates, evidence, query);
  const penalty = weights.bestOtherSpeaker * Math.min(bestOtherSpeaker, mostRival);
  return evidence.map((value, index) => {
    if (value === undefined) return 0;
    const { covered } = saidBy[index]
      ? rarityOf(foundWords(candidates[index] as Candidate), ground.statistics, {
          without: nameTerms,
        })
      : { covered: 0 };
    const named = weights.saidByNamed * Math.min(covered / enoughRarity, 1);
    return logistic(value + named + penalty);
  });
}

/** The logarithm of the odds that the candidate has to do with the query; undefined where neither arm found it. */
function evidenceFor(candidate: Candidate, ground: RelevanceGround): number | undefined {
  const { arms, similarity } = candidate;
  if (!arms.dense && !arms.lexical) return undefined;
  const { spread, calibration, statistics } = ground;
  const cosine = similarity ?? spread.mean - spread.deviation;
  const { relevant, duplicate } = calibration;
  const scaled = (cosine - relevant) / Math.max(duplicate - relevant, 0.05);
  const prominence =
    similarity === undefined || spread.deviation === 0
      ? 0
      : Math.min((similarity - spread.mean) / spread.deviation, 8) / 8;
  const { covered, all } = rarityOf(foundWords(candidate), statistics);
  const coverage = all === 0 ? 0 : covered / all;
  return (
    weights.base +
    weights.similarity * scaled +
    weights.prominence * prominence +
    weights.coverage * coverage +
    (weights.rarity * Math.log1p(covered)) / 3 +
    weights.agreement * coverage * Math.max(scaled, 0) +
    (weights.terms * Math.log1p(statistics.documentFrequencies.length)) / 3
  );
}

/** Only of what is among the best by words: many others have a common word with the query too. */
function foundWords({ arms, termFrequencies }: Candidate): readonly number[] {
  return arms.lexical ? termFrequencies : [];
}

/** A handful of records says nothing of how rare a word is, so none counts as fewer than these. */
const fewestRecords = 300;

/** What of the query's rarity the memory's words cover, and how much there is. */
function rarityOf(
  termFrequencies: readonly number[],
  { documentFrequencies, count }: LexicalStatistics,
  { without }: { without?: ReadonlySet<number> } = {},
): { covered: number; all: number } {
  let covered = 0;
  let all = 0;
  const background = Math.max(count, fewestRecords);
  for (const [index, documentFrequency] of documentFrequencies.entries()) {
    if (without?.has(index)) continue;
    const rarity = inverseDocumentFrequency(documentFrequency, background);
    all += rarity;
    if ((termFrequencies[index] ?? 0) > 0) covered += rarity;
  }
  return { covered, all };
}

/** Of the cosines that the vector arm gave. */
export function spreadOf(similarities: readonly (number | undefined)[]): SimilaritySpread {
  const present = similarities.filter((value) => value !== undefined);
  if (present.length === 0) return { mean: 0, deviation: 0 };
  const mean = present.reduce((sum, value) => sum + value, 0) / present.length;
  const variance = present.reduce((sum, value) => sum + (value - mean) ** 2, 0) / present.length;
  return { mean, deviation: Math.sqrt(variance) };
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
