import type { EngineContext } from '@mneme/engine/context';
import { orAborted } from '@mneme/engine/context';
import type { RecordFilter } from '@mneme/engine/contract';
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

/** Candidates each arm gives. Ranking needs enough of them to tell the usual score from an unusual one. */
export const armLimit = 100;
/** Those of a time that the query names: few, since they come on top. */
const ofTimeLimit = 30;
/** Times in one query that are searched. */
const mostTimes = 2;
/** Turns before and after a hit that may be lifted by it. */
const reach = 2;

/** A query with all that is worked out of it before anything is read. */
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
 * All that is ranked for a query: what both arms find for it, for each question in it and in the times that it names,
 * and the turns around the best of these.
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
  return { ...prepared, found };
}

/** The filter narrowed to each time that the query names, where the two have anything in common. */
function timesWithin(text: string, filter: RecordFilter): RecordFilter[] {
  return namedSpans(text, filter.asOf ?? filter.now)
    .slice(0, mostTimes)
    .map(({ from, before }) => ({
      ...filter,
      occurredFrom: later(from, filter.occurredFrom),
      occurredBefore: earlier(before, filter.occurredBefore),
    }))
    .filter(({ occurredFrom, occurredBefore }) => occurredFrom < occurredBefore);
}

function later(one: string, other = one): string {
  return one > other ? one : other;
}

function earlier(one: string, other = one): string {
  return one < other ? one : other;
}
