import type { LexicalStatistics } from '@mneme/core/contract';
import type { IndexChanges } from '@mneme/store/rows';
import type { Filter } from './filter.ts';
import { type RowPayload, rowsOf, type ScopePosition } from './points.ts';
import { splitWords } from './words.ts';

/** Up to this many rows all are counted; of more, as many at random. */
const sampleSize = 4096;
/**
 * The words of more hardly change with one row, so they are read again only this often; and rows that the server has lost
 * are noticed by counting again.
 */
const refreshMs = 10_000;
/** Rows whose words are kept, of all scopes together. */
const mostRows = 200_000;

/** What statistics are read with. */
export interface PointReader {
  count(filter: Filter): Promise<number>;
  /** All that pass, page by page. */
  pages(filter: Filter): AsyncGenerator<RowPayload[]>;
  /** Some of those that pass. */
  sample(filter: Filter, limit: number): Promise<RowPayload[]>;
}

/** The words of one scope at a position. */
export interface KnownScope {
  position: ScopePosition;
  /** Of all its rows, or of a sample. */
  words: Map<string, string>;
  frequencies: Map<string, number>;
  length: number;
  count: number;
  takenAt: number;
  countedAt: number;
}

/**
 * How common words are in each scope, which the server does not count. At another position only the words of rows are
 * read that were written since.
 */
export class ScopeStatistics {
  readonly #reader: PointReader;
  readonly #known = new Map<string, KnownScope>();

  constructor(reader: PointReader) {
    this.#reader = reader;
  }

  /** Perhaps of an earlier position. */
  get(scope: string): KnownScope | undefined {
    return this.#known.get(scope);
  }

  forget(scope: string): void {
    this.#known.delete(scope);
  }

  /** What this process has fed itself. */
  apply(
    scope: string,
    {
      since,
      now,
      changed,
      removed,
    }: Pick<IndexChanges, 'since' | 'changed' | 'removed'> & { now: ScopePosition },
  ): void {
    const known = since === undefined ? emptyAt(now) : this.#known.get(scope);
    const { position } = known ?? {};
    const follows =
      since === undefined ||
      (position?.epoch === since.epoch && position.revision === since.revision);
    if (known !== undefined && !isWhole(known)) return;
    this.#known.delete(scope);
    if (known === undefined || !follows) return;
    for (const row of changed) addWords(known, row);
    for (const id of removed) dropWords(known, id);
    Object.assign(known, { position: now, count: known.words.size });
    if (known.count <= sampleSize) this.#remember(scope, known);
  }

  async at(scope: string, position: ScopePosition): Promise<KnownScope> {
    const { generation } = position;
    const all = rowsOf({ scope, generation });
    const count = await this.#reader.count(all);
    const before = this.#known.get(scope);
    let known = before?.position.generation === generation ? before : undefined;
    const isSample = count > sampleSize;
    if (known !== undefined && !isSample && isWhole(known)) await this.#readOn(known, scope);
    else if (known !== undefined && performance.now() - known.takenAt > refreshMs)
      known = undefined;
    if (known === undefined || (!isSample && known.words.size !== count))
      known = await this.#read(all, { position, isSample });
    Object.assign(known, { position, count, countedAt: performance.now() });
    this.#remember(scope, known);
    return known;
  }

  async #readOn(known: KnownScope, scope: string): Promise<void> {
    const { generation, revision } = known.position;
    const since = { key: 'seen', range: { gte: revision + 1 } };
    for await (const page of this.#reader.pages(rowsOf({ scope, generation }, since)))
      for (const row of page) addWords(known, row);
  }

  async #read(
    all: Filter,
    { position, isSample }: { position: ScopePosition; isSample: boolean },
  ): Promise<KnownScope> {
    const known = emptyAt(position);
    if (isSample)
      for (const row of await this.#reader.sample(all, sampleSize)) addWords(known, row);
    else
      for await (const page of this.#reader.pages(all))
        for (const row of page) addWords(known, row);
    return known;
  }

  /** The least recently used scope is dropped first. */
  #remember(scope: string, known: KnownScope): void {
    this.#known.delete(scope);
    this.#known.set(scope, known);
    let rows = 0;
    for (const { words } of this.#known.values()) rows += words.size;
    for (const [oldest, { words }] of this.#known) {
      if (rows <= mostRows || oldest === scope) break;
      this.#known.delete(oldest);
      rows -= words.size;
    }
  }
}

/** Whether it is of a position, and was counted not long ago. */
export function isAt({ position, countedAt }: KnownScope, own: ScopePosition): boolean {
  const { generation, revision } = position;
  const isSame = generation === own.generation && revision === own.revision;
  return isSame && performance.now() - countedAt < refreshMs;
}

/** Exact for a scope whose words are all known. `found`: how many rows are known to have each term. */
export function statisticsFor(
  { words, frequencies, length, count }: KnownScope,
  terms: readonly string[],
  found: readonly number[] = [],
): LexicalStatistics {
  const scale = words.size === 0 ? 0 : count / words.size;
  return {
    count,
    averageLength: words.size === 0 ? 0 : length / words.size,
    documentFrequencies: terms.map((term, at) =>
      Math.min(count, Math.max(Math.round((frequencies.get(term) ?? 0) * scale), found[at] ?? 0)),
    ),
  };
}

function emptyAt(position: ScopePosition): KnownScope {
  return {
    ...{ position, words: new Map(), frequencies: new Map(), length: 0, count: 0 },
    ...{ takenAt: performance.now(), countedAt: performance.now() },
  };
}

/** Not a sample. */
function isWhole({ words, count }: KnownScope): boolean {
  return words.size === count;
}

function addWords(known: KnownScope, { id, words }: Pick<RowPayload, 'id' | 'words'>): void {
  dropWords(known, id);
  countWords(known, words, 1);
  known.words.set(id, words);
}

function dropWords(known: KnownScope, id: string): void {
  const words = known.words.get(id);
  if (words !== undefined) countWords(known, words, -1);
  known.words.delete(id);
}

function countWords(known: KnownScope, words: string, by: 1 | -1): void {
  const terms = splitWords(words);
  known.length += by * terms.length;
  for (const term of new Set(terms))
    known.frequencies.set(term, (known.frequencies.get(term) ?? 0) + by);
}
