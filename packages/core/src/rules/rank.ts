import type { Explanation } from '../api.js';
import type { Candidate, SearchResponse } from '../backend.js';
import type { EmbedderCalibration } from '../embedder.js';
import type { MemoryRecord } from '../record.js';
import type { AnalysedQuery } from '../text/analyse-query.js';
import { bm25 } from './bm25.js';
import { type DecaySettings, daysBetween, effectiveImportance, halfLifeOf } from './decay.js';
import { type Fused, fuse } from './fuse.js';
import { defaultRankWeights, type RankWeights } from './rank-weights.js';
import { relevancesOf, spreadOf } from './relevance.js';
import { queryNames } from './speaker.js';

export interface RankRequest {
  query: AnalysedQuery;
  found: SearchResponse;
  /** The instant that ages are counted to. */
  now: string;
  decay: DecaySettings;
  calibration: EmbedderCalibration;
  weights?: RankWeights;
}

export interface Ranked {
  record: MemoryRecord;
  /** The sum of all parts: what the order follows. */
  total: number;
  /** `total` squeezed into 0..1. */
  score: number;
  /** 0..1 on a scale of its own, for a floor: how surely the memory has to do with the query. */
  relevance: number;
  /** Worked out only when asked for. */
  explanation(): Explanation;
}

/** A candidate on its way through the ranking. */
interface Scored {
  candidate: Candidate;
  keyword: number | undefined;
  /** What the two arms give together: what is lent to neighbours. */
  own: number;
  parts: { name: string; value: number; why: string }[];
}

/**
 * Orders candidates, best first. Each arm's scores are z-normalised over its own candidates, so that a query which
 * suits one arm is not drowned by the other; then episodes, speakers and importance add their bounded parts.
 */
export function rank(request: RankRequest): Ranked[] {
  const weights = request.weights ?? defaultRankWeights;
  // Backends promise no order, and sums of floating-point numbers depend on it.
  const candidates = request.found.candidates.toSorted((a, b) =>
    compareIds(a.record.id, b.record.id),
  );
  const scored = scoreArms({ ...request.found, candidates }, weights);
  lendInEpisodes(scored, weights);
  addForm(scored, request, weights);
  addImportance(scored, request, weights);
  const relevances = relevancesOf(candidates, {
    query: request.query,
    statistics: request.found.statistics,
    spread: spreadOf(candidates.map(({ similarity }) => similarity)),
    calibration: request.calibration,
  });
  return scored
    .map((entry, index) => finish(entry, request, relevances[index] as number))
    .sort((a, b) => b.total - a.total || compareIds(a.record.id, b.record.id));
}

/** The turns whose neighbours are worth knowing: the best by both arms that belong to an episode. */
export function turnsToExtend(
  found: SearchResponse,
  weights: RankWeights = defaultRankWeights,
): { session: string; sequence: number }[] {
  const scored = scoreArms(found, weights).sort((a, b) => b.own - a.own);
  const turns: { session: string; sequence: number }[] = [];
  for (const { candidate } of scored) {
    const { session, sequence } = candidate.record.source;
    if (session === undefined || sequence === undefined) continue;
    turns.push({ session, sequence });
    if (turns.length >= weights.extendedTurns) break;
  }
  return turns;
}

function scoreArms({ candidates, statistics }: SearchResponse, weights: RankWeights): Scored[] {
  const keywords = candidates.map((candidate) =>
    candidate.termFrequencies === undefined
      ? undefined
      : bm25(
          { termFrequencies: candidate.termFrequencies, length: candidate.length },
          statistics,
          weights.bm25,
        ),
  );
  const similarities = candidates.map(({ similarity }) => similarity);
  const fused = fuse({
    similarity: { weight: weights.dense, scores: similarities },
    // No word in common is a score of 0: the only record with a rare word must stand out from the rest.
    keywords: { weight: 1 - weights.dense, scores: keywords.map((score) => score ?? 0) },
  });
  return candidates.map((candidate, index) => {
    const { score, arms } = fused[index] as Fused<'similarity' | 'keywords'>;
    const cosine = arms.similarity.score?.toFixed(3);
    const keyword = keywords[index]?.toFixed(2);
    return {
      candidate,
      keyword: keywords[index],
      own: score,
      parts: [
        {
          name: 'similarity',
          value: arms.similarity.contribution,
          why: cosine === undefined ? 'not among the nearest' : `cosine ${cosine}`,
        },
        {
          name: 'keywords',
          value: arms.keywords.contribution,
          why: keyword === undefined ? 'not among the best by words' : `BM25 ${keyword}`,
        },
      ],
    };
  });
}

/** A turn is understood from the turns around it, and a session that hits often is what the query is about. */
function lendInEpisodes(scored: Scored[], weights: RankWeights): void {
  const sessions = new Map<string, Map<number, Scored>>();
  for (const entry of scored) {
    const { session, sequence } = entry.candidate.record.source;
    if (session === undefined || sequence === undefined) continue;
    const turns = sessions.get(session) ?? new Map<number, Scored>();
    turns.set(sequence, entry);
    sessions.set(session, turns);
  }
  for (const turns of sessions.values()) {
    const best = [...turns.values()].map(({ own }) => Math.max(0, own)).sort((a, b) => b - a);
    const top = best.slice(0, 3);
    const sessionValue = weights.session * (top.reduce((sum, value) => sum + value, 0) / 3);
    for (const [sequence, entry] of turns) {
      let lent = 0;
      for (const [distance, share] of weights.neighbours) {
        lent += share * Math.max(0, turns.get(sequence + distance)?.own ?? 0);
      }
      if (lent !== 0)
        entry.parts.push({ name: 'neighbours', value: lent, why: 'turns beside it match' });
      if (sessionValue !== 0)
        entry.parts.push({ name: 'session', value: sessionValue, why: 'its session matches' });
    }
  }
}

const question = /[?？]\s*$/;

/** What the form of a memory and its speaker say. */
function addForm(scored: Scored[], { query }: RankRequest, weights: RankWeights): void {
  const names = queryNames(query.text);
  for (const { candidate, parts } of scored) {
    const { content, source } = candidate.record;
    if (question.test(content))
      parts.push({ name: 'question', value: -weights.question, why: 'it asks, it does not tell' });
    if (source.speaker !== undefined && names.has(source.speaker)) {
      parts.push({
        name: 'speaker',
        value: weights.speaker,
        why: `the query names ${source.speaker}`,
      });
    }
  }
}

function addImportance(scored: Scored[], { now, decay }: RankRequest, weights: RankWeights): void {
  for (const { candidate, parts } of scored) {
    const value = weights.importance * (effectiveOf(candidate.record, now, decay) / 5);
    parts.push({
      name: 'importance',
      value,
      why: `importance ${candidate.record.importance}, faded by age`,
    });
  }
}

function effectiveOf(record: MemoryRecord, now: string, decay: DecaySettings): number {
  return effectiveImportance(
    record.importance,
    daysBetween(record.confirmedAt, now),
    halfLifeOf(record.category, decay),
  );
}

function finish(
  { candidate, keyword, parts }: Scored,
  { query, now, decay }: RankRequest,
  relevance: number,
): Ranked {
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  return {
    record: candidate.record,
    total,
    score: scoreOf(total),
    relevance,
    explanation: () => {
      const explanation: Explanation = {
        matchedTerms: query.terms.filter(
          (_, index) => (candidate.termFrequencies?.[index] ?? 0) > 0,
        ),
        effectiveImportance: effectiveOf(candidate.record, now, decay),
        parts,
        total,
      };
      if (candidate.similarity !== undefined) explanation.similarity = candidate.similarity;
      if (keyword !== undefined) explanation.keyword = keyword;
      return explanation;
    },
  };
}

/** A sum of parts squeezed into 0..1. */
export function scoreOf(total: number): number {
  return 1 / (1 + Math.exp(-total / 3));
}

function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
