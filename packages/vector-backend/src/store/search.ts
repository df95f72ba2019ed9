import {
  bm25,
  type Candidate,
  type EmbedderIdentity,
  type LexicalStatistics,
  MnemeError,
  type NeighboursRequest,
  type SearchRequest,
  type SearchResponse,
  termCounter,
} from '@mneme/core';
import { wordsVector } from './collection.ts';
import { type Condition, type Filter, matches, ofScope, recordFilter } from './filter.ts';
import { vectorNameOf } from './identity.ts';
import { type Point, payloadOf, recordFields, toRecord } from './points.ts';
import { querySparseVector } from './sparse-vector.ts';
import { headsOf, writeToken } from './statistics.ts';
import type { Store } from './store.ts';
import {
  assertSameEmbedder,
  readStorePoint,
  type StorePayload,
  storePointId,
} from './store-point.ts';

/** One search of a batch. */
export interface Search {
  query?: number[] | { indices: number[]; values: number[] };
  using?: string;
  filter: Filter;
  limit: number;
  with_payload: string[] | boolean;
  params?: {
    exact?: boolean;
    quantization?: { rescore: boolean; oversampling: number };
    idf?: { corpus: Filter };
  };
}

/**
 * Before 1.19 the server weighs words by the rarity in all tenants together, so it is asked for more than is wanted,
 * and the scope's own statistics decide which are the best of them.
 */
const leastWordHits = 100;
const maxHeads = 256;

const denseFields = [...recordFields, 'length'];
const lexicalFields = [...denseFields, 'terms'];

export async function search(store: Store, request: SearchRequest): Promise<SearchResponse> {
  const { scope, filter, embedder, dense, lexical } = request;
  const terms = lexical?.terms ?? [];
  const conditions = recordFilter(scope, filter);
  const marks = { should: [...headsOf(scope).must, { has_id: [storePointId] }] };
  const searches: Search[] = [{ filter: marks, limit: maxHeads, with_payload: true }];
  const nearest =
    dense &&
    nearestSearch(store, {
      ...dense,
      embedder,
      filter: conditions,
      fields: terms.length === 0 ? denseFields : lexicalFields,
    });
  if (nearest !== undefined) searches.push(nearest);
  if (lexical !== undefined && terms.length > 0) {
    searches.push({
      query: querySparseVector(terms),
      using: wordsVector,
      filter: conditions,
      limit: Math.max(lexical.limit, leastWordHits),
      with_payload: lexicalFields,
      ...(store.opened.scopedRarity ? { params: { idf: { corpus: ofScope(scope) } } } : {}),
    });
  }
  const answers = await queryBatch(store, { searches, embedder });
  const heads = (answers[0] ?? []).filter(({ id }) => id !== storePointId);
  if (dense !== undefined) assertStillCurrent(store, answers[0] ?? [], embedder);
  const near = nearest === undefined ? [] : (answers[1] ?? []);
  const hits =
    terms.length === 0 ? [] : countTerms(answers[nearest === undefined ? 1 : 2] ?? [], terms);
  const statistics = await store.statistics.of(scope, {
    token: writeToken(heads),
    terms,
    found: terms.map((_, index) =>
      hits.reduce((sum, hit) => sum + (hit.termFrequencies[index] === 0 ? 0 : 1), 0),
    ),
  });
  return {
    candidates: unite(scope, near, {
      hits: bestByWords(hits, statistics, lexical?.limit ?? 0),
      terms,
    }),
    statistics,
  };
}

/** Undefined where no vector can be near: the query has none, or the store holds none. */
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
    // The vectors of a model that was changed for another are gone.
    const now = isRefusal(error) ? (await readStorePoint(store.connection))?.embedder : undefined;
    const given = embedder ?? store.embedder;
    if (now !== undefined && given !== undefined) assertSameEmbedder(now, given, store.connection);
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return MnemeError.isInstance(error) && error.code === 'invalid_input';
}

interface WordHit {
  point: Point;
  length: number;
  termFrequencies: number[];
}

/** Counted from the words themselves: a record that only shares a hash with the query drops out. */
function countTerms(points: readonly Point[], terms: readonly string[]): WordHit[] {
  const count = termCounter(terms);
  const hits: WordHit[] = [];
  for (const point of points) {
    const termFrequencies = count(payloadOf(point).terms ?? '');
    if (termFrequencies.some((frequency) => frequency > 0))
      hits.push({ point, length: payloadOf(point).length ?? 0, termFrequencies });
  }
  return hits;
}

function bestByWords(
  hits: readonly WordHit[],
  statistics: LexicalStatistics,
  limit: number,
): WordHit[] {
  if (hits.length <= limit) return [...hits];
  return hits
    .map((hit) => ({ hit, score: bm25(hit, statistics) }))
    .sort((a, b) => b.score - a.score || (String(a.hit.point.id) < String(b.hit.point.id) ? -1 : 1))
    .slice(0, limit)
    .map(({ hit }) => hit);
}

function unite(
  scope: string,
  near: readonly Point[],
  { hits, terms }: { hits: readonly WordHit[]; terms: readonly string[] },
): Candidate[] {
  const candidates = new Map<string, Candidate>();
  const byWords = new Set(hits.map(({ point }) => String(point.id)));
  const count = termCounter(terms);
  for (const point of near) {
    const candidate: Candidate = {
      record: toRecord(scope, point),
      length: payloadOf(point).length ?? 0,
      similarity: point.score ?? 0,
    };
    if (terms.length > 0 && !byWords.has(String(point.id)))
      candidate.unrankedFrequencies = count(payloadOf(point).terms ?? '');
    candidates.set(String(point.id), candidate);
  }
  for (const { point, length, termFrequencies } of hits) {
    const known = candidates.get(String(point.id));
    if (known !== undefined) known.termFrequencies = termFrequencies;
    else
      candidates.set(String(point.id), { record: toRecord(scope, point), length, termFrequencies });
  }
  return [...candidates.values()];
}

export async function neighbours(store: Store, request: NeighboursRequest): Promise<Candidate[]> {
  const { scope, filter, turns, before, after, terms = [] } = request;
  if (turns.length === 0) return [];
  const windows = turns.map(
    ({ session, sequence }): Condition => ({
      must: [
        matches('session', session),
        { key: 'sequence', range: { gte: sequence - before, lte: sequence + after } },
      ],
    }),
  );
  const points = await store.all(recordFilter(scope, filter, { should: windows }), {
    fields: terms.length === 0 ? denseFields : lexicalFields,
  });
  const count = termCounter(terms);
  return points.map((point): Candidate => {
    const candidate: Candidate = {
      record: toRecord(scope, point),
      length: payloadOf(point).length ?? 0,
    };
    if (terms.length > 0) candidate.unrankedFrequencies = count(payloadOf(point).terms ?? '');
    return candidate;
  });
}
