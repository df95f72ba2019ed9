import { bestByWords, Lifecycle, termCounter } from '@mneme/core/backend';
import type {
  IndexAnswer,
  IndexAsk,
  IndexChanges,
  IndexCondition,
  IndexedRow,
  IndexFields,
  IndexFound,
  IndexHit,
  IndexPosition,
  IndexSearch,
  SearchIndex,
} from '@mneme/store/rows';

/** What an index has of one scope. */
export interface IndexedScope {
  position: IndexPosition;
  rows: Map<string, IndexedRow>;
}

/** A search index in plain memory, exact. `kept`: what several of them share, as processes share a server. */
export class MemoryIndex implements SearchIndex {
  readonly name = 'memory';
  readonly #kept: Map<string, IndexedScope>;
  readonly #lifecycle = new Lifecycle<void>('an index in memory');

  constructor(kept = new Map<string, IndexedScope>()) {
    this.#kept = kept;
    this.#lifecycle.open(async () => {});
  }

  follow(scope: string, changes: IndexChanges): Promise<IndexPosition | undefined> {
    return this.#lifecycle.run(async () => {
      const { since, to, changed, removed } = changes;
      const own = since === undefined ? undefined : this.#kept.get(scope);
      if (since !== undefined && !isSame(own?.position, since)) return own?.position;
      const rows = own?.rows ?? new Map<string, IndexedRow>();
      for (const id of removed) rows.delete(id);
      for (const row of changed)
        if (!((rows.get(row.id)?.version ?? 0) > row.version)) rows.set(row.id, row);
      this.#kept.set(scope, { position: to, rows });
      return to;
    });
  }

  search({ scope, at, asks }: IndexSearch): Promise<IndexAnswer> {
    return this.#lifecycle.run(async () => {
      const { position, rows = new Map<string, IndexedRow>() } = this.#kept.get(scope) ?? {};
      const isBehind = position?.epoch !== at.epoch || position.revision < at.revision;
      if (isBehind) return { position };
      return { position, found: asks.map((ask) => foundIn([...rows.values()], ask)) };
    });
  }

  forget(scope: string): Promise<void> {
    return this.#lifecycle.run(async () => {
      this.#kept.delete(scope);
    });
  }

  close(): Promise<void> {
    return this.#lifecycle.close();
  }
}

const isSame = (one: IndexPosition | undefined, other: IndexPosition) =>
  one?.epoch === other.epoch && one.revision === other.revision;
const hitOf = ({ id, version }: IndexHit): IndexHit => ({ id, version });

const dot = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
/** The cosine. */
const nearness = (one: Float32Array, other: Float32Array) =>
  dot(one, other) / (Math.sqrt(dot(one, one) * dot(other, other)) || 1);

/** Equal scores are in the order of the ids. */
function foundIn(
  rows: readonly IndexedRow[],
  { where, vector, terms, limit }: IndexAsk,
): IndexFound {
  const count = termCounter(terms);
  const counted = rows
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map((row) => ({
      ...row,
      length: row.words === '' ? 0 : row.words.split(' ').length,
      termFrequencies: count(row.words),
    }));
  const statistics = {
    count: rows.length,
    averageLength:
      rows.length === 0 ? 0 : counted.reduce((sum, { length }) => sum + length, 0) / rows.length,
    documentFrequencies: terms.map(
      (_, at) => counted.filter(({ termFrequencies }) => Number(termFrequencies[at]) > 0).length,
    ),
  };
  const passing = counted.filter(({ fields }) => passesConditions(fields, where));
  const near = passing.flatMap(({ vector: own, ...row }) =>
    vector && own ? [{ ...row, similarity: nearness(vector, own) }] : [],
  );
  return {
    dense: near
      .sort((one, other) => other.similarity - one.similarity)
      .slice(0, limit)
      .map(hitOf),
    lexical: bestByWords(passing, { statistics, limit }).map(hitOf),
    statistics,
  };
}

/** Whether a row passes all conditions. */
function passesConditions(fields: IndexFields, conditions: readonly IndexCondition[]): boolean {
  return conditions.every((condition) => {
    const values = [fields[condition.field] ?? []].flat() as (string | number)[];
    if ('missing' in condition) return values.length === 0;
    if ('in' in condition) return values.some((value) => condition.in.includes(value));
    const { from = Number.NEGATIVE_INFINITY, below = Number.POSITIVE_INFINITY } = condition;
    if (values.length === 0) return condition.orMissing === true;
    return values.some((value) => typeof value === 'number' && value >= from && value < below);
  });
}
