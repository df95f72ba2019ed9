import type { LexicalStatistics } from '@mneme/core/contract';
import { matches, memoriesOf } from './filter.ts';
import type { PointReader } from './point-reader.ts';
import { type Point, payloadOf, splitTerms } from './points.ts';

/** Up to this many records all are counted; in a larger scope, as many at random. */
const sampleSize = 4096;
/** A larger scope's statistics hardly change with one record, so they are counted again only this often. */
const refreshMs = 10_000;
/** Maximum number of cached terms in all scopes together. */
const maxTerms = 1_000_000;
const maxLengths = 100_000;

/** The word statistics of a scope. */
interface ScopeStatistics {
  /** See {@link writeToken}: the state of the scope when it was counted. */
  token: string;
  count: number;
  lengthTotal: number;
  /** Number of counted records with each term. */
  frequencies: Map<string, number>;
  /** Number of records read for `frequencies`. */
  counted: number;
  takenAt: number;
}

/** Words that a commit of this process added to a scope or removed. */
export interface TermChange {
  added: string[][];
  removed: string[][];
}

/** A writer's mark on a scope: it increases with each of its commits, and comes with every search. */
export interface HeadPayload {
  headScope: string;
  writer: string;
  commits: number;
}

/** The state of a scope from its writers' marks: it differs if anything was written in between. */
export function writeToken(marks: readonly Point[]): string {
  return headsAmong(marks)
    .map(({ payload }) => payload as unknown as HeadPayload)
    .map(({ writer, commits }) => `${writer}:${commits}`)
    .sort()
    .join(' ');
}

/**
 * The word statistics of each scope, which the server does not have: its own inverse document frequencies count all
 * tenants. Cached here, and counted again when a mark in a search's answer shows another process's write.
 */
export class StatisticsCache {
  readonly #reader: PointReader;
  readonly #scopes = new Map<string, ScopeStatistics>();
  readonly #loading = new Map<string, Promise<ScopeStatistics>>();

  constructor(reader: PointReader) {
    this.#reader = reader;
  }

  /** Exact up to 4,096 records in the scope; beyond, term frequencies are estimated and never below `found`. */
  async of(
    scope: string,
    { token, terms, found }: { token: string; terms: readonly string[]; found: readonly number[] },
  ): Promise<LexicalStatistics> {
    const { count, lengthTotal, frequencies, counted } = await this.#current(scope, token);
    const scale = counted === 0 ? 0 : count / counted;
    return {
      count,
      averageLength: count === 0 ? 0 : lengthTotal / count,
      documentFrequencies: terms.map((term, index) => {
        const estimate = Math.round((frequencies.get(term) ?? 0) * scale);
        return counted === count
          ? estimate
          : Math.min(count, Math.max(estimate, found[index] ?? 0));
      }),
    };
  }

  /** Adds a commit of this writer, if the state before it is the counted one. */
  apply(
    scope: string,
    { before, after, change }: { before: string; after: string; change: TermChange },
  ): void {
    const known = this.#scopes.get(scope);
    if (known === undefined || known.token !== before || known.counted !== known.count) return;
    for (const terms of change.removed) addTerms(known, terms, -1);
    for (const terms of change.added) addTerms(known, terms, 1);
    known.counted = known.count;
    known.token = after;
  }

  forget(scope: string): void {
    this.#scopes.delete(scope);
  }

  async #current(scope: string, token: string): Promise<ScopeStatistics> {
    const known = this.#scopes.get(scope);
    if (known?.token === token) return this.#remember(scope, known);
    const sampled = known !== undefined && known.counted < known.count;
    if (!sampled) return this.#load(scope, token);
    // The next search has the new figures; this one does not wait for them.
    if (performance.now() - known.takenAt > refreshMs)
      this.#load(scope, token).catch(() => this.forget(scope));
    return known;
  }

  /** Concurrent searches share one count. */
  #load(scope: string, token: string): Promise<ScopeStatistics> {
    const key = `${scope} ${token}`;
    let loading = this.#loading.get(key);
    if (loading === undefined) {
      loading = this.#read(scope, token)
        .then((read) => this.#remember(scope, read))
        .finally(() => this.#loading.delete(key));
      this.#loading.set(key, loading);
    }
    return loading;
  }

  async #read(scope: string, token: string): Promise<ScopeStatistics> {
    const statistics: ScopeStatistics = {
      token,
      count: 0,
      lengthTotal: 0,
      frequencies: new Map(),
      counted: 0,
      takenAt: performance.now(),
    };
    if ((await this.#reader.count(memoriesOf(scope))) > sampleSize)
      return this.#sample(scope, statistics);
    for await (const page of this.#reader.pages(memoriesOf(scope), { fields: ['terms'] })) {
      for (const point of page) addTerms(statistics, splitTerms(payloadOf(point).terms), 1);
    }
    statistics.counted = statistics.count;
    return statistics;
  }

  async #sample(scope: string, statistics: ScopeStatistics): Promise<ScopeStatistics> {
    const { request, collection } = {
      request: this.#reader.request.bind(this.#reader),
      collection: this.#reader.collection,
    };
    const [lengths, sample] = await Promise.all([
      request((client) =>
        client.facet(collection, {
          key: 'length',
          filter: memoriesOf(scope),
          limit: maxLengths,
          exact: true,
        }),
      ),
      request((client) =>
        client.query(collection, {
          query: { sample: 'random' },
          filter: memoriesOf(scope),
          limit: sampleSize,
          with_payload: ['terms'],
        }),
      ),
    ]);
    for (const point of sample.points) addTerms(statistics, splitTerms(payloadOf(point).terms), 1);
    statistics.counted = sample.points.length;
    statistics.count = 0;
    statistics.lengthTotal = 0;
    for (const { value, count } of lengths.hits) {
      statistics.count += count;
      statistics.lengthTotal += Number(value) * count;
    }
    return statistics;
  }

  /** The least recently used scope is dropped first. */
  #remember(scope: string, statistics: ScopeStatistics): ScopeStatistics {
    this.#scopes.delete(scope);
    this.#scopes.set(scope, statistics);
    let terms = 0;
    for (const { frequencies } of this.#scopes.values()) terms += frequencies.size;
    for (const [oldest, { frequencies }] of this.#scopes) {
      if (terms <= maxTerms || oldest === scope) break;
      this.#scopes.delete(oldest);
      terms -= frequencies.size;
    }
    return statistics;
  }
}

function addTerms(statistics: ScopeStatistics, terms: readonly string[], sign: 1 | -1): void {
  statistics.count += sign;
  statistics.lengthTotal += sign * terms.length;
  for (const term of new Set(terms)) {
    const frequency = (statistics.frequencies.get(term) ?? 0) + sign;
    if (frequency <= 0) statistics.frequencies.delete(term);
    else statistics.frequencies.set(term, frequency);
  }
}

/** The marks of all writers on a scope, and the intents of running commits. */
export const marksOf = (scope: string) => ({ must: [matches('headScope', scope)] });

/** The fields that are read of a mark, and the embedder of the store's own point. */
export const markFields = ['headScope', 'writer', 'commits', 'intentAt', 'intentId', 'embedder'];

export function headsAmong(marks: readonly Point[]): Point[] {
  return marks.filter(({ payload }) => (payload as Partial<HeadPayload>).writer !== undefined);
}
