import type { Candidate, MemoryRecord, RecordFilter, SearchResponse } from '@mneme/contract';
import { type EngineContext, orAborted } from '@mneme/contract/context';
import { type AnalysedQuery, questionsIn } from '@mneme/language/text';
import {
  askedText,
  defaultRankWeights,
  namedSpans,
  type Question,
  type RankRequest,
  weightsFor,
} from '../ranking/index.ts';
import { type MessageKind, messageKind } from '../relevance/index.ts';
import { latest } from './transitions.ts';

/** Candidates of each arm. The ranking needs enough of them to see which scores are unusual. */
export const armLimit = 100;
/** Candidates of a time that the query names; few, because they are added. */
const ofTimeLimit = 30;
/** Times in one query that are searched. */
const mostTimes = 2;
/** Turns before and after a hit whose score it may raise. */
const reach = 2;

/** A query with everything that is computed before the search. */
export interface PreparedQuery extends Pick<RankRequest, 'query' | 'kind'> {
  questions: Question[];
  /** Of the query and of each question. */
  vectors: (Float32Array | undefined)[];
  embedder: Awaited<ReturnType<EngineContext['embedding']['queries']>>['owners']['embedder'];
}

export async function prepareQuery(
  { embedding }: { embedding: Pick<EngineContext['embedding'], 'queries' | 'messages'> },
  query: AnalysedQuery,
  signal?: AbortSignal,
): Promise<PreparedQuery> {
  const asked = [query, ...questionsIn(query.text)];
  const { vectors, owners } = await embedding.queries(
    asked.map(({ text }) => text),
    signal,
  );
  const kindOf = ({ text }: AnalysedQuery, at: number): MessageKind =>
    messageKind(text, { vector: vectors[at]?.vector, directions: embedding.messages });
  const [whole, ...questions] = asked.map((each, at) => ({ query: each, kind: kindOf(each, at) }));
  return {
    query,
    kind: whole?.kind,
    questions,
    vectors: vectors.map(({ vector }) => vector),
    embedder: owners.embedder,
  };
}

/**
 * All candidates of a query: what both arms find for it, for each question in it and in the times that it names, and
 * the turns around the best hits.
 */
export async function findCandidates(
  { backend }: { backend: Pick<EngineContext['backend'], 'search'> },
  { vectors, embedder, ...prepared }: PreparedQuery,
  {
    scope,
    filter,
    limit,
    signal,
  }: { scope: string; filter: RecordFilter; limit: number; signal?: AbortSignal },
): Promise<Pick<RankRequest, 'query' | 'kind' | 'questions' | 'found'>> {
  const { query, questions } = prepared;
  const perArm = Math.max(armLimit, limit);
  const weights = weightsFor(query.text, defaultRankWeights);
  const found = await orAborted(
    backend.search({
      scope,
      filter,
      embedder,
      queries: [query, ...questions.map((question) => question.query)].map(({ terms }, at) => ({
        vector: vectors[at],
        terms,
        limit: perArm,
      })),
      also: timesWithin(askedText(query, questions), filter).map((within) => ({
        filter: within,
        limit: ofTimeLimit,
      })),
      around: { turns: weights.extendedTurns, before: reach, after: reach, weights },
    }),
    signal,
  );
  if (!found.candidates.some(({ record }) => isSaid(record))) return { ...prepared, found };
  const ids = new Set(found.candidates.map(({ record }) => record.id));
  return { ...prepared, found: withoutRepeats(found, ids) };
}

/** Without facts that were learned from one of these turns, because the turn says the same with its context. */
export function withoutRepeats(found: SearchResponse, turns: ReadonlySet<string>): SearchResponse {
  const isRepeat = ({ record }: Candidate) =>
    isSaid(record) && record.evidence?.every((id) => turns.has(id)) === true;
  return { ...found, candidates: found.candidates.filter((candidate) => !isRepeat(candidate)) };
}

/** A fact with a speaker that was learned from a turn is what that speaker said. */
export function isSaid({ extractedBy, evidence, source }: MemoryRecord): boolean {
  return extractedBy !== undefined && evidence !== undefined && source.speaker !== undefined;
}

/** The filter narrowed to each time that the query names, if they overlap. */
function timesWithin(text: string, filter: RecordFilter): RecordFilter[] {
  return namedSpans(text, filter.asOf ?? filter.now)
    .slice(0, mostTimes)
    .map(({ from, before }) => ({
      ...filter,
      occurredFrom: latest(from, filter.occurredFrom ?? from),
      occurredBefore: earlier(before, filter.occurredBefore),
    }))
    .filter(({ occurredFrom, occurredBefore }) => occurredFrom < occurredBefore);
}

function earlier(one: string, other = one): string {
  return one < other ? one : other;
}
