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
} from '@mneme/core/contract';
import { wordsVector } from './collection.ts';
import { type Condition, type Filter, matches, memoriesOf, recordFilter } from './filter.ts';
import { vectorNameOf } from './identity.ts';
import { type Point, payloadOf, recordFields, toRecord } from './points.ts';
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
 * Before 1.19 the server weighs words by the rarity in all tenants together, so it is asked for more than is wanted,
 * and the scope's own statistics decide which are the best of them.
 */
const leastWordHits = 100;
const maxMarks = 256;

const hitFields = [...recordFields, 'length', 'terms'];
const fieldsFor = (terms: readonly string[]): string[] =>
  terms.length === 0 ? hitFields.slice(0, -1) : hitFields;

export async function search(store: Store, request: SearchRequest): Promise<SearchResponse> {
  const { scope, filter, embedder, dense, lexical } = request;
  const terms = lexical?.terms ?? [];
  const conditions = recordFilter(scope, filter);
  const marksFilter = { should: [...marksOf(scope).must, { has_id: [storePointId] }] };
  const searches: Search[] = [{ filter: marksFilter, limit: maxMarks, with_payload: markFields }];
  const nearest =
    dense &&
    nearestSearch(store, {
      ...dense,
      embedder,
      filter: conditions,
      fields: fieldsFor(terms),
    });
  if (nearest !== undefined) searches.push(nearest);
  if (lexical !== undefined && terms.length > 0) {
    searches.push({
      query: querySparseVector(terms),
      using: wordsVector,
      filter: conditions,
      limit: Math.max(lexical.limit, leastWordHits),
      with_payload: fieldsFor(terms),
      ...(store.opened.scopedRarity ? { params: { idf: { corpus: memoriesOf(scope) } } } : {}),
    });
  }
  const answers = await queryBatch(store, { searches, embedder });
  const marks = answers.shift() ?? [];
  if (dense !== undefined) assertStillCurrent(store, marks, embedder);
  // Reading goes on where the server takes no writes.
  if (await settleOverdue(store, marks).catch(() => false)) return search(store, request);
  const near = nearest === undefined ? [] : (answers.shift() ?? []);
  const count = termCounter(terms);
  // A record that only shares a hash with the query drops out.
  const hits = (answers.shift() ?? [])
    .map((point) => toCandidate(scope, point, { count, lexical: true }))
    .filter(({ termFrequencies }) => termFrequencies.some((frequency) => frequency > 0));
  const statistics = await store.statistics.of(scope, {
    token: writeToken(marks),
    terms,
    found: terms.map((_, index) =>
      hits.reduce((sum, hit) => sum + (hit.termFrequencies[index] === 0 ? 0 : 1), 0),
    ),
  });
  const candidates = new Map(
    bestByWords(hits, statistics, lexical?.limit ?? 0).map((hit) => [hit.record.id, hit]),
  );
  for (const point of near) {
    const candidate =
      candidates.get(String(point.id)) ?? toCandidate(scope, point, { count, lexical: false });
    candidate.arms.dense = true;
    candidate.similarity = point.score ?? 0;
    candidates.set(candidate.record.id, candidate);
  }
  return { candidates: [...candidates.values()], statistics };
}

/** Terms are counted from the words themselves, whichever arm found it. */
function toCandidate(
  scope: string,
  point: Point,
  { count, lexical }: { count: (words: string) => number[]; lexical: boolean },
): Candidate {
  const { length = 0, terms = '' } = payloadOf(point);
  return {
    record: toRecord(scope, point),
    arms: { dense: false, lexical },
    termFrequencies: count(terms),
    length,
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

function bestByWords(hits: Candidate[], statistics: LexicalStatistics, limit: number): Candidate[] {
  if (hits.length <= limit) return hits;
  return hits
    .map((hit) => ({ hit, score: bm25(hit, statistics) }))
    .sort((a, b) => b.score - a.score || (a.hit.record.id < b.hit.record.id ? -1 : 1))
    .slice(0, limit)
    .map(({ hit }) => hit);
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
    fields: fieldsFor(terms),
  });
  const count = termCounter(terms);
  return points.map((point) => toCandidate(scope, point, { count, lexical: false }));
}
