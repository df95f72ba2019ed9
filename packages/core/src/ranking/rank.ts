import type { DecaySettings } from '@mneme/engine/contract';
import {
  bm25,
  type Candidate,
  type EmbedderCalibration,
  type MemoryRecord,
  type SearchResponse,
} from '@mneme/engine/contract';
import type { AnalysedQuery } from '@mneme/language/text';
import { daysBetween, effectiveImportance, halfLifeOf } from '../forgetting/index.ts';
import { type MessageKind, messageKind, type Relevance, relevancesOf } from '../relevance/index.ts';
import type { Explanation } from './explanation.ts';
import { namedSpeakers } from './named-speakers.ts';
import { partOf, type Scored, scoreArms, totalOf } from './rank-arms.ts';
import { boostNeighbours, diversify, liftByEvidence } from './rank-episodes.ts';
import { addForm } from './rank-form.ts';
import { addQuestions, answerTo, type Question } from './rank-questions.ts';
import { liftVerbatim } from './rank-verbatim.ts';
import { defaultRankWeights, type RankWeights, weightsFor } from './rank-weights.ts';

export interface RankRequest {
  query: AnalysedQuery;
  found: SearchResponse;
  /** What else the query asks, each with what was found for it; `found` holds their candidates too. Default: none. */
  questions?: readonly Question[];
  /** What kind of message the query is. Default: as its words tell. */
  kind?: MessageKind;
  /** The instant that ages are counted to, and that `last month` is seen from. */
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
  /** What of `total` the meaning gives: how far its similarity stands out from the usual one. */
  nearness: number;
  /** 0..1, for a floor: how surely the memory answers. See `relevancesOf`. */
  relevance: number;
  /** Worked out only when asked for. */
  explanation(): Explanation;
}

/**
 * Orders candidates, best first. Each arm's scores are z-normalised over the candidates, so that a query which suits
 * one arm is not drowned by the other; then episodes, form, speakers, times and importance add their bounded parts.
 */
export function rank(request: RankRequest): Ranked[] {
  const named = namedSpeakers(request.query, request.found);
  const ordered = orderCandidates(request, named);
  const relevances = addRelevance(ordered, { ...request, named });
  return ordered.map((entry, place) =>
    finish(entry, { request, relevance: relevances[place] as Relevance }),
  );
}

/** The order alone, with what each total is made of. */
export function orderCandidates(
  request: RankRequest,
  named: ReadonlyMap<string, string> = namedSpeakers(request.query, request.found),
): Totalled[] {
  const { query, questions = [], now } = request;
  const weights = weightsFor(query.text, request.weights ?? defaultRankWeights);
  // Backends promise no order, and sums of floating-point numbers depend on it.
  const candidates = request.found.candidates.toSorted((a, b) =>
    compareIds(a.record.id, b.record.id),
  );
  const scored = scoreArms({ ...request.found, candidates }, weights);
  addQuestions(scored, { query, questions, weights });
  boostNeighbours(scored, weights);
  addForm(scored, { query, named, now, weights });
  addImportance(scored, request, weights);
  diversify(scored, weights);
  liftByEvidence(scored, weights);
  liftVerbatim(scored, query);
  return scored
    .map((entry) => ({ ...entry, total: totalOf(entry) }))
    .sort((a, b) => b.total - a.total || compareIds(a.candidate.record.id, b.candidate.record.id));
}

/** The turns whose neighbours are worth knowing: the best by both arms that belong to an episode. */
export function turnsToExtend(
  { query, found, questions = [] }: Pick<RankRequest, 'query' | 'found' | 'questions'>,
  given: RankWeights = defaultRankWeights,
): { session: string; sequence: number }[] {
  const weights = weightsFor(query.text, given);
  const scored = scoreArms(found, weights);
  addQuestions(scored, { query, questions, weights });
  const turns: { session: string; sequence: number }[] = [];
  for (const { candidate } of scored.sort((a, b) => b.own - a.own)) {
    const { session, sequence } = candidate.record.source;
    if (session === undefined || sequence === undefined) continue;
    turns.push({ session, sequence });
    if (turns.length >= weights.extendedTurns) break;
  }
  return turns;
}

/** By the whole query or by one of its questions: what surely answers one of them has to do with the query. */
function addRelevance(
  ordered: readonly Totalled[],
  {
    query,
    questions = [],
    kind,
    found,
    named,
    calibration,
  }: RankRequest & { named: ReadonlyMap<string, string> },
): Relevance[] {
  const candidates = ordered.map(({ candidate }) => candidate);
  const answers = [
    { query, kind, found: { ...found, candidates } },
    ...questions.map((question) => ({
      ...question,
      found: answerTo(question, { query, candidates }),
    })),
  ].map((asked) =>
    relevancesOf({
      query: asked.query,
      kind: asked.kind ?? messageKind(asked.query.text),
      ranked: ordered.map(({ total, parts }, place) => ({
        candidate: asked.found.candidates[place] as Candidate,
        total,
        lent: partOf(parts, ['neighbours', 'session']),
        speaker: partOf(parts, ['speaker']),
      })),
      named,
      statistics: asked.found.statistics,
      calibration,
    }),
  );
  return ordered.map((_, place) =>
    answers
      .map((answer) => answer[place] as Relevance)
      .reduce((one, other) => (other.value > one.value ? other : one)),
  );
}

type Totalled = Scored & { total: number };

function addImportance(
  scored: readonly Scored[],
  { now, decay }: RankRequest,
  weights: RankWeights,
): void {
  const { importance } = weights;
  if (importance === 0) return;
  for (const { candidate, parts } of scored) {
    const value = importance * (effectiveOf(candidate.record, now, decay) / 5);
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
  { candidate, parts, total }: Totalled,
  { request, relevance }: { request: RankRequest; relevance: Relevance },
): Ranked {
  const { query, found, now, decay } = request;
  return {
    record: candidate.record,
    total,
    score: scoreOf(total),
    nearness: partOf(parts, ['similarity']),
    relevance: relevance.value,
    explanation: () => {
      const { arms, similarity, termFrequencies } = candidate;
      const explanation: Explanation = {
        matchedTerms: query.terms.filter((_, index) => (termFrequencies[index] ?? 0) > 0),
        effectiveImportance: effectiveOf(candidate.record, now, decay),
        parts: parts.map(({ why, ...part }) => ({
          ...part,
          why: typeof why === 'string' ? why : why(),
        })),
        total,
        relevance: relevance.explanation(),
      };
      if (similarity !== undefined) explanation.similarity = similarity;
      if (arms.lexical) explanation.keyword = bm25(candidate, found.statistics);
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
