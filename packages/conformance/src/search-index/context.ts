import assert from 'node:assert/strict';
import type {
  IndexAsk,
  IndexedRow,
  IndexFound,
  IndexPosition,
  SearchIndex,
} from '@mneme/store/rows';
import {
  type CasesOf,
  type ConformanceCase,
  casesOf,
  type Lacks,
  type Tolerances,
} from '../case.ts';

/** One fresh, empty index, not shared with another call. */
export interface SearchIndexStore {
  index: SearchIndex;
  /** The same index once more, as another process would use it. */
  reopen?(): SearchIndex | Promise<SearchIndex>;
  /** Makes the engine lose what it has, as if its collection was dropped. */
  lose?(): Promise<unknown>;
  /** Does the work while the engine does not answer. */
  outage?(work: () => Promise<void>): Promise<void>;
  /** Removes the index. All handles have been closed before. */
  destroy(): Promise<unknown>;
}

/** Optional abilities of `create`. */
export type SearchIndexNeed = 'reopen' | 'lose' | 'outage';

/** Allowed inexactness of an index, with its reason. */
export interface SearchIndexTolerances extends Tolerances<'denseRecall'> {
  /** The vector index is approximate: at least this share (0..1) of the true nearest is found. */
  denseRecall?: { why: string; atLeast: number };
}

/** The context of a case. */
export interface SearchIndexContext {
  index: SearchIndex;
  /** Of what a case does by chance. */
  seed: number;
  tolerates: SearchIndexTolerances;
  /** The same index once more. Closed by the suite. */
  another(): Promise<SearchIndex>;
  /** The index and, where create offers reopen, the same one once more. */
  handles(): Promise<[SearchIndex, ...SearchIndex[]]>;
  lose(): Promise<unknown>;
  outage(work: () => Promise<void>): Promise<void>;
}

/** One rule for search indexes, as a case of the suite. */
export type SearchIndexCase = ConformanceCase<SearchIndexContext, SearchIndexNeed, 'denseRecall'>;

export const indexCases = (group: string, cases: CasesOf<SearchIndexCase>) =>
  casesOf<SearchIndexCase>(group, cases);

/** For running one case by hand. */
export interface RunSearchIndexCaseOptions {
  create(): Promise<SearchIndexStore>;
  lacks?: Lacks<SearchIndexNeed>;
  tolerates?: SearchIndexTolerances;
  /** Of what the case does by chance. Default: 1. */
  seed?: number;
}

/** Runs one case on a new index, and removes it. */
export async function runSearchIndexCase(
  conformanceCase: SearchIndexCase,
  { create, lacks = {}, tolerates = {}, seed = 1 }: RunSearchIndexCaseOptions,
): Promise<void> {
  const store = await create();
  const handles: SearchIndex[] = [store.index];
  const another = async () => {
    assert.ok(store.reopen, 'create() offers no reopen');
    const index = await store.reopen();
    handles.push(index);
    return index;
  };
  try {
    for (const need of ['reopen', 'lose', 'outage'] as const)
      assert.notEqual(
        lacks[need] !== undefined,
        store[need] !== undefined,
        `offer ${need}, or declare lacks.${need} with the reason`,
      );
    await conformanceCase.run({
      ...{ index: store.index, seed, tolerates, another },
      async handles() {
        return store.reopen === undefined ? [store.index] : [store.index, await another()];
      },
      async lose() {
        await store.lose?.();
      },
      async outage(work) {
        await store.outage?.(work);
      },
    });
  } finally {
    await Promise.allSettled(handles.map((index) => index.close()));
    await store.destroy();
  }
}

export const ada = 'user:ada';
export const bob = 'user:bob';
const dimensions = 8;

export const at = (revision: number, epoch = 'first'): IndexPosition => ({ epoch, revision });

/** A direction of its own for each number below 8. */
export const axis = (number: number): Float32Array =>
  Float32Array.from({ length: dimensions }, (_, place) => (place === number ? 1 : 0.01 * place));

export const row = (id: string, columns: Partial<IndexedRow> = {}): IndexedRow => ({
  id,
  version: 1,
  fields: {},
  words: '',
  ...columns,
});

/** Follows from one position to the next one. */
export async function follow(
  index: SearchIndex,
  since: number | undefined,
  changed: readonly IndexedRow[],
  removed: readonly string[] = [],
): Promise<void> {
  const to = at((since ?? 0) + 1);
  const changes = { ...(since !== undefined && { since: at(since) }), to, changed, removed };
  assert.deepEqual(await index.follow(ada, changes), to);
}

/** What one search of Ada finds, at any revision from 1. */
export async function find(index: SearchIndex, ask: Partial<IndexAsk>): Promise<IndexFound> {
  const whole = { where: [], terms: [], limit: 10, ...ask };
  const { found } = await index.search({ scope: ada, at: at(1), asks: [whole] });
  assert.ok(found?.[0], 'the index is behind');
  return found[0];
}

/** The ids that a search by a vector finds; by words, if terms are given. */
export async function idsOf(index: SearchIndex, ask: Partial<IndexAsk> = {}): Promise<string[]> {
  const { dense, lexical } = await find(index, ask.terms ? ask : { vector: axis(0), ...ask });
  return (ask.terms ? lexical : dense).map(({ id }) => id);
}
