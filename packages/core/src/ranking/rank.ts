import {
  bm25,
  type Candidate,
  compareTexts,
  type DecaySettings,
  type EmbedderCalibration,
  type Found,
  type LexicalStatistics,
  type MemoryRecord,
  type SearchResponse,
} from '@mneme/contract';
import type { AnalysedQuery } from '@mneme/language/text';
import { importanceAt } from '../forgetting/index.ts';
import {
  type EvidenceRequest,
  type MessageKind,
  messageKind,
  type Relevance,
  relevanceOf,
} from '../relevance/index.ts';
import { Board, type Explanation } from './board.ts';
import { namedSpeakers } from './named-speakers.ts';
import { addArms } from './rank-arms.ts';
import { addCompounds } from './rank-compounds.ts';
import { boostNeighbours, boostSameTime, diversify, liftByEvidence } from './rank-episodes.ts';
import { addForm } from './rank-form.ts';
import { liftVerbatim } from './rank-verbatim.ts';
import { defaultRankWeights, type RankWeights, weightsFor } from './rank-weights.ts';
import { SessionPlaces } from './session-places.ts';

export interface RankRequest {
  query: AnalysedQuery;
  /** What was found for the query, and then for each of `questions`. */
  found: SearchResponse;
  /** Questions in the query. Default: none. */
  questions?: readonly Question[];
  /** The kind of message. Default: judged by its words. */
  kind?: MessageKind;
  /** The time for ages and relative times such as `last month`. */
  now: string;
  decay: DecaySettings;
  calibration: EmbedderCalibration;
  weights?: RankWeights;
}

/** A question within the query (see `questionsIn`). */
export interface Question {
  query: AnalysedQuery;
  /** See {@link RankRequest}. */
  kind?: MessageKind;
}

export interface Ranked {
  record: MemoryRecord;
  /** The sum of all parts, which determines the order. */
  total: number;
  /** `total` squeezed into 0..1. */
  score: number;
  /** The part of `total` from meaning: how far its similarity is above the usual one. */
  nearness: number;
  /** 0..1: the probability that the memory answers. See `relevanceOf`. Computed when it is read. */
  readonly relevance: number;
  /** Computed only on request. */
  explanation(): Explanation;
}

/**
 * Orders candidates, best first. Each arm's scores are z-normalised over the candidates, so that one arm does not drown
 * out the other; then episodes, form, speakers, times and importance add their bounded parts.
 */
export function rank(request: RankRequest): Ranked[] {
  const named = namedSpeakers(request.query, request.found);
  const { board, order } = orderCandidates(request, named);
  const relevanceAt = relevances(request, { board, order, named });
  const nearness = board.sumsOf('similarity');
  return order.map((at, place) => {
    const total = board.totals[at] as number;
    const { record } = board.candidates[at] as Candidate;
    return {
      record,
      total,
      score: scoreOf(total),
      nearness: nearness[at] as number,
      get relevance() {
        return relevanceAt(place).value;
      },
      explanation: () => explain(request, { board, at, relevance: relevanceAt(place) }),
    };
  });
}

/** Only the order, as places of candidates, best first, with the parts of each total. */
export function orderCandidates(
  request: RankRequest,
  named: ReadonlyMap<string, string> = namedSpeakers(request.query, request.found),
): { board: Board; order: number[] } {
  const { query, questions = [], now, found } = request;
  const weights = weightsFor(query.text, request.weights ?? defaultRankWeights);
  // Backends guarantee no order, and sums of floating-point numbers depend on it.
  const candidates = found.candidates.toSorted((a, b) => compareTexts(a.record.id, b.record.id));
  const board = new Board(candidates);
  const places = new SessionPlaces(candidates.map(({ record }) => record));
  const own = addArms(board, {
    statistics: found.statistics,
    questions: questions.map((question) => question.query.text),
    weights,
    places,
  });
  boostNeighbours(board, own, { places, weights });
  boostSameTime(board, own, { weights });
  addForm(board, { query, asked: askedText(query, questions), named, now, weights });
  addCompounds(board, query);
  addImportance(board, request, weights);
  diversify(board, { places, weights });
  liftByEvidence(board, { weights });
  liftVerbatim(board, query);
  // The candidates are sorted by id, and the sort is stable.
  const order = [...candidates.keys()].sort(
    (a, b) => (board.totals[b] as number) - (board.totals[a] as number),
  );
  return { board, order };
}

/**
 * If a longer message contains questions, only they name the times that are asked about: `Yesterday I was busy. Who …?`
 */
export function askedText(query: AnalysedQuery, questions: readonly Question[]): string {
  const asked = questions
    .map((question) => question.query.text)
    .filter((text) => /[?？]/.test(text));
  return asked.length === 0 ? query.text : asked.join('\n');
}

/** By the whole query or by one of its questions: an answer to one of them is relevant to the query. */
function relevances(
  { query, questions = [], kind, found, calibration }: RankRequest,
  {
    board,
    order,
    named,
  }: { board: Board; order: readonly number[]; named: ReadonlyMap<string, string> },
): (place: number) => Relevance {
  let answers: ((place: number) => Relevance)[] | undefined;
  const known: Relevance[] = [];
  const asked = [{ query, kind }, ...questions];
  return (place) => {
    answers ??= asked.map((each, index) =>
      relevanceOf({
        query: each.query,
        kind: each.kind ?? messageKind(each.query.text),
        ranked: rankedFor(index, { board, order }),
        named,
        statistics: found.statistics[index] as LexicalStatistics,
        calibration,
      }),
    );
    known[place] ??= answers
      .map((answer) => answer(place))
      .reduce((one, other) => (other.value > one.value ? other : one));
    return known[place];
  };
}

/** The hits as evidence for one of the queries. */
export function rankedFor(
  query: number,
  { board, order }: { board: Board; order: readonly number[] },
): EvidenceRequest['ranked'] {
  const ofTime = board.sumsOf('opening', 'recent');
  const fromNeighbours = board.sumsOf('neighbours', 'session');
  const speaker = board.sumsOf('speaker');
  return order.map((at) => {
    const { record, length, found } = board.candidates[at] as Candidate;
    const { arms, similarity, termFrequencies } = found[query] as Found;
    return {
      candidate: { record, length, arms, similarity, termFrequencies },
      total: (board.totals[at] as number) - (ofTime[at] as number),
      fromNeighbours: fromNeighbours[at] as number,
      speaker: speaker[at] as number,
    };
  });
}

function addImportance(board: Board, { now, decay }: RankRequest, weights: RankWeights): void {
  const { importance } = weights;
  if (importance === 0) return;
  const recordAt = (at: number) => (board.candidates[at] as Candidate).record;
  const give = board.part(
    'importance',
    (at) => `importance ${recordAt(at).importance}, faded by age`,
  );
  const effective = importanceAt(now, decay);
  for (const [at, { record }] of board.candidates.entries())
    give(at, importance * (effective(record) / 5));
}

function explain(
  { query, found, now, decay }: RankRequest,
  { board, at, relevance }: { board: Board; at: number; relevance: Relevance },
): Explanation {
  const { record, length, found: ofQueries } = board.candidates[at] as Candidate;
  const [ofQuery] = ofQueries;
  const { arms, similarity, termFrequencies = [] } = ofQuery ?? {};
  const explanation: Explanation = {
    matchedTerms: query.terms.filter((_, index) => (termFrequencies[index] ?? 0) > 0),
    effectiveImportance: importanceAt(now, decay)(record),
    parts: board.partsOf(at),
    total: board.totals[at] as number,
    relevance: relevance.explanation(),
  };
  if (similarity !== undefined) explanation.similarity = similarity;
  if (arms?.lexical)
    explanation.keyword = bm25(
      { termFrequencies, length },
      found.statistics[0] as LexicalStatistics,
    );
  return explanation;
}

/** A sum of parts, mapped to 0..1. */
export function scoreOf(total: number): number {
  return 1 / (1 + Math.exp(-total / 3));
}
