import {
  bestByWords,
  type Candidate,
  type EmbedderIdentity,
  type Found,
  type LexicalStatistics,
  MnemeError,
  type SearchQuery,
  type SearchRequest,
  type SearchResponse,
  type TurnsAround,
  termCounter,
} from '@mneme/core/contract';
import { bestTurns } from '@mneme/core/index';
import { wordsVector } from './collection.ts';
import { type Condition, type Filter, matches, memoriesOf, recordFilter } from './filter.ts';
import { vectorNameOf } from './identity.ts';
import { type Point, payloadOf, recordFields, toRecord } from './points.ts';
import { compare } from './read.ts';
import { settleOverdue } from './settle.ts';
import { querySparseVector } from './sparse-vector.ts';
import { markFields, marksOf, writeToken } from './statistics.ts';
import type { Store } from './store.ts';
import {
  assertSameEmbedder,
  readStorePoint,
  type StorePayload,
  storePointId,
} from './store-point.ts';

/** One search of a batch. */
export interface Search {
  query?:
    | number[]
    | { indices: number[]; values: number[] }
    | { order_by: { key: string; direction: 'asc' | 'desc' } };
  using?: string;
  filter: Filter;
  limit: number;
  with_payload: string[] | boolean;
  with_vector?: string[];
  params?: {
    exact?: boolean;
    quantization?: { rescore: boolean; oversampling: number };
    idf?: { corpus: Filter };
  };
}

/**
 * Before 1.19 the server weighs words by their rarity in all tenants together, so more hits are requested, and the
 * scope's own statistics select the best.
 */
const leastWordHits = 100;
const maxMarks = 256;

const hitFields = [...recordFields, 'length', 'terms'];
const fieldsFor = (terms: readonly string[]): string[] =>
  terms.length === 0 ? hitFields.slice(0, -1) : hitFields;

export async function search(store: Store, request: SearchRequest): Promise<SearchResponse> {
  const { scope, filter, embedder, queries, also = [], around } = request;
  const terms = [...new Set(queries.flatMap((query) => query.terms))];
  const asked = [
    ...queries.map((query, index) => ({ index, query, filter, limit: query.limit, isMore: false })),
    ...also.map((more) => ({ index: 0, query: queries[0] as SearchQuery, ...more, isMore: true })),
  ].flatMap((each) => armSearches(store, { ...each, scope, embedder, fields: fieldsFor(terms) }));
  const marksFilter = { should: [...marksOf(scope).must, { has_id: [storePointId] }] };
  const [marks = [], ...answers] = await queryBatch(store, {
    searches: [
      { filter: marksFilter, limit: maxMarks, with_payload: markFields },
      ...asked.map(({ search }) => search),
    ],
    embedder,
  });
  if (queries.some(({ vector }) => vector !== undefined))
    assertStillCurrent(store, marks, embedder);
  // Reading works even if the server accepts no writes.
  if (await settleOverdue(store, marks).catch(() => false)) return search(store, request);
  const points = new Map(answers.flat().map((point) => [String(point.id), point]));
  const counters = queries.map((query) => termCounter(query.terms));
  const candidates = new Map(
    [...points].map(([id, point]) => [id, toCandidate(scope, point, counters)]),
  );
  const known = await store.statistics.of(scope, {
    token: writeToken(marks),
    terms,
    found: countHolders(terms, [...points.values()]),
  });
  const statistics = queries.map((query) => ({
    ...known,
    documentFrequencies: query.terms.map(
      (term) => known.documentFrequencies[terms.indexOf(term)] ?? 0,
    ),
  }));
  const isFound = (id: string, index: number) => {
    const { dense, lexical } = candidates.get(id)?.found[index]?.arms ?? {};
    return dense === true || lexical === true;
  };
  let before: Set<string> | undefined;
  for (const [at, { index, arm, limit, isMore }] of asked.entries()) {
    // Hits of another filter count as found by the first query; the others are known already.
    if (isMore) before ??= new Set([...points.keys()].filter((id) => isFound(id, 0)));
    const answer = answers[at] ?? [];
    if (arm === 'dense')
      for (const { id, score } of answer.filter(({ id }) => !before?.has(String(id)))) {
        const found = candidates.get(String(id))?.found[index] as Found;
        found.arms.dense = true;
        found.similarity = score ?? 0;
      }
    else {
      const hits = answer.map(({ id }) => {
        const { found, length } = candidates.get(String(id)) as Candidate;
        const { arms, termFrequencies } = found[index] as Found;
        return { id: String(id), arms, length, termFrequencies };
      });
      // Among equals always the same ones, in whatever order the server returns them.
      hits.sort((one, other) => compare(one.id, other.id));
      const ofQuery = { statistics: statistics[index] as LexicalStatistics, limit };
      for (const { id, arms } of bestByWords(hits, ofQuery))
        arms.lexical ||= before?.has(id) !== true;
    }
  }
  const found = {
    // A record that only shares a hash with a query, or is not among the best, is dropped.
    candidates: [...candidates].flatMap(([id, candidate]) =>
      queries.some((_, index) => isFound(id, index)) ? [candidate] : [],
    ),
    statistics,
  };
  if (around === undefined) return found;
  const beside = await turnsBeside(store, request, { around, found, counters });
  const ids = new Set(found.candidates.map(({ record }) => record.id));
  const more = beside.filter(({ record }) => !ids.has(record.id));
  return { ...found, candidates: [...found.candidates, ...more] };
}

/** One search of a batch, for one arm of one query. */
interface ArmSearch {
  /** Index of the query. */
  index: number;
  arm: 'dense' | 'lexical';
  limit: number;
  /** Whether it is one of `also`. */
  isMore: boolean;
  search: Search;
}

function armSearches(
  store: Store,
  {
    index,
    query: { vector, terms },
    filter,
    limit,
    isMore,
    scope,
    embedder,
    fields,
  }: Pick<SearchRequest, 'scope' | 'filter' | 'embedder'> & {
    index: number;
    query: SearchQuery;
    limit: number;
    isMore: boolean;
    fields: string[];
  },
): ArmSearch[] {
  const conditions = recordFilter(scope, filter);
  const arms: ArmSearch[] = [];
  const nearest =
    vector && nearestSearch(store, { vector, limit, embedder, filter: conditions, fields });
  if (nearest !== undefined) arms.push({ index, arm: 'dense', limit, isMore, search: nearest });
  if (terms.length === 0 || limit === 0) return arms;
  const search: Search = {
    query: querySparseVector(terms),
    using: wordsVector,
    filter: conditions,
    limit: Math.max(limit, leastWordHits),
    with_payload: fields,
    ...(store.opened.scopedRarity ? { params: { idf: { corpus: memoriesOf(scope) } } } : {}),
  };
  return [...arms, { index, arm: 'lexical', limit, isMore, search }];
}

/** Terms are counted in the words themselves, whichever arm found the record. */
function toCandidate(
  scope: string,
  point: Point,
  counters: readonly ((words: string) => number[])[],
): Candidate {
  const { length = 0, terms = '' } = payloadOf(point);
  return {
    record: toRecord(scope, point),
    length,
    found: counters.map((count) => ({
      arms: { dense: false, lexical: false },
      termFrequencies: count(terms),
    })),
  };
}

/** Number of points with each term. */
function countHolders(terms: readonly string[], points: readonly Point[]): number[] {
  const count = termCounter(terms);
  const counts = points.map((point) => count(payloadOf(point).terms ?? ''));
  return terms.map((_, at) => counts.filter((each) => (each[at] ?? 0) > 0).length);
}

/** Undefined if the query has no vector, or the store has none. */
export function nearestSearch(
  store: Store,
  {
    vector,
    limit,
    embedder,
    filter,
    fields,
  }: {
    vector: Float32Array;
    limit: number;
    embedder: EmbedderIdentity | undefined;
    filter: Filter;
    fields: string[];
  },
): Search | undefined {
  const using = vectorNameOf(store.requireEmbedder(embedder));
  if (limit === 0 || vector.every((value) => value === 0)) return undefined;
  const { exact } = store.connection.settings;
  return {
    query: Array.from(vector),
    using,
    filter,
    limit,
    with_payload: fields,
    params: store.opened.quantized
      ? { exact, quantization: { rescore: true, oversampling: 2 } }
      : { exact },
  };
}

/** The store's own point comes with every search, so that a change of the embedder is noticed. */
function assertStillCurrent(
  store: Store,
  points: readonly Point[],
  given: EmbedderIdentity | undefined,
): void {
  const own = points.find(({ id }) => id === storePointId)?.payload as StorePayload | undefined;
  if (own?.embedder !== undefined)
    assertSameEmbedder(own.embedder, store.requireEmbedder(given), store.connection);
}

export async function queryBatch(
  store: Store,
  { searches, embedder }: { searches: readonly Search[]; embedder: EmbedderIdentity | undefined },
): Promise<Point[][]> {
  try {
    const answers = await store.request((client) =>
      client.queryBatch(store.collection, { searches: searches.map((one) => ({ ...one })) }),
    );
    return answers.map(({ points }) => points);
  } catch (error) {
    // The vectors of the old model are gone.
    const now = isRefusal(error) ? (await readStorePoint(store.connection))?.embedder : undefined;
    const given = embedder ?? store.embedder;
    if (now !== undefined && given !== undefined) assertSameEmbedder(now, given, store.connection);
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return MnemeError.isInstance(error) && error.code === 'invalid_input';
}

/** The turns around the best hits. */
async function turnsBeside(
  store: Store,
  { scope, filter, queries }: SearchRequest,
  {
    around,
    found,
    counters,
  }: {
    around: TurnsAround;
    found: SearchResponse;
    counters: readonly ((words: string) => number[])[];
  },
): Promise<Candidate[]> {
  const turns = bestTurns(found, around);
  if (turns.length === 0) return [];
  const windows = turns.map(
    ({ session, sequence }): Condition => ({
      must: [
        matches('session', session),
        {
          key: 'sequence',
          range: { gte: sequence - around.before, lte: sequence + around.after },
        },
      ],
    }),
  );
  const points = await store.all(recordFilter(scope, filter, { should: windows }), {
    fields: fieldsFor(queries.flatMap(({ terms }) => terms)),
  });
  return points.map((point) => toCandidate(scope, point, counters));
}
