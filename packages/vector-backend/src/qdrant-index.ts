import {
  bestByWords,
  Lifecycle,
  MnemeError,
  type Remains,
  termCounter,
} from '@mneme/core/contract';
import type {
  IndexAnswer,
  IndexAsk,
  IndexChanges,
  IndexedRow,
  IndexFound,
  IndexHit,
  IndexPosition,
  IndexSearch,
  SearchIndex,
} from '@mneme/store/rows';
import type { Schemas } from '@qdrant/js-client-rest';
import { Collection } from './collection.ts';
import { Connection } from './connection.ts';
import { type Filter, filterOf, matches } from './filter.ts';
import { parseIndexOptions, type QdrantIndexOptions } from './options.ts';
import {
  inBatches,
  newGeneration,
  oldestGeneration,
  positionId,
  positionIn,
  positionPoint,
  type RowPayload,
  rowPoint,
  rowPointId,
  rowsOf,
  type ScopePosition,
  vectorName,
  wordsVector,
} from './points.ts';
import { isAt, type KnownScope, ScopeStatistics, statisticsFor } from './statistics.ts';
import { sparseQueryOf } from './words.ts';

/** More rows by words than were asked for are requested, because their lengths are weighed exactly only here. */
const leastWordHits = 100;
const pageSize = 1000;
/** Others may feed a scope all the time: then statistics of the position before do. */
const mostReadings = 3;

/**
 * A search index in one Qdrant collection: a point for each row with a dense and a sparse vector, one HNSW graph for
 * each scope, every filter inside the search. Any number of processes may feed and ask one collection at once. If the
 * collection is missing, the first changes make it.
 * @example
 * storeBackend(rows, { index: qdrantIndex({ url: 'http://127.0.0.1:6333', collection: 'memories' }) });
 */
export function qdrantIndex(options: QdrantIndexOptions): SearchIndex {
  const index = new QdrantIndex(new Connection(parseIndexOptions(options)));
  const life = new Lifecycle<QdrantIndex>(index.where);
  life.open(async () => index);
  return {
    name: 'qdrant',
    follow: (...given) => life.run((open) => open.follow(...given)),
    search: (request) => life.run((open) => open.search(request)),
    forget: (scope) => life.run((open) => open.forget(scope)),
    remains: async () => remains,
    close: () => life.close(),
  };
}

/**
 * What is known about bytes of removed points: no request finds them any more. Their bytes leave the segments when the
 * server's optimizer rewrites these, and its log and snapshots when it drops them; it reports neither.
 */
const remains: Remains = {
  bytes: 'pending',
  bytesReason:
    'Qdrant has acknowledged the removal, so nothing of it can be read through it; the bytes leave its disk when its optimizer rewrites the segments, which it does not report, and its snapshots and backups keep what they hold',
};

/** One search of a batch. */
type Search = Schemas['QueryRequest'];
type Operation = Schemas['UpdateOperation'];

class QdrantIndex {
  readonly #connection: Connection;
  readonly #collection: Collection;
  readonly #statistics: ScopeStatistics;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#collection = new Collection(connection);
    this.#statistics = new ScopeStatistics({
      count: (filter) => this.#count(filter),
      pages: (filter) => this.#pages(filter),
      sample: (filter, limit) => this.#sample(filter, limit),
    });
  }

  get where(): string {
    return `Qdrant at ${this.#connection.where}`;
  }

  /**
   * Rows first, the position last, each conditional: a row takes the place of one that is not newer, and the position
   * that of the one from which the changes are. So a feeder that is killed, or slower than another, leaves at most rows
   * that are found early.
   */
  async follow(scope: string, changes: IndexChanges): Promise<IndexPosition | undefined> {
    const { since, to, changed, removed } = changes;
    const known = this.#statistics.get(scope)?.position;
    const own = since && isSame(known, since) ? known : await this.#positionOf(scope);
    if (since !== undefined && !isSame(own, since)) return bare(own);
    if (own === undefined) this.#collection.forget();
    await this.#collection.prepareFor(changed);
    const generation = since === undefined ? newGeneration() : (own as ScopePosition).generation;
    const of = { scope, generation, seen: to.revision };
    const rows = [...removals(removed, of), ...upserts(changed, of)];
    const position: Operation[] = [
      {
        upsert: {
          points: [positionPoint(scope, { generation, ...to })],
          ...(own === undefined
            ? { update_mode: 'insert_only' }
            : { update_mode: 'update_only', update_filter: stillAt(own, since) }),
        },
      },
      ...(since === undefined ? [{ delete: { filter: othersThan(of, own) } }] : []),
    ];
    try {
      // Each may be as large as a request.
      while (rows.length > 2) await this.#write(rows.splice(0, 1));
      await this.#write([...rows, ...position]);
    } catch (error) {
      // Perhaps it was written and the answer is lost, or it is another collection by now.
      this.#statistics.forget(scope);
      const now = await this.#positionOf(scope);
      if (now?.epoch === own?.epoch && now?.revision === own?.revision) throw error;
      return bare(now);
    }
    const now = await this.#positionOf(scope);
    if (now?.generation !== generation)
      await this.#write([{ delete: { filter: rowsOf({ scope, generation }) } }]);
    else if (isSame(now, to)) this.#statistics.apply(scope, { since, now, changed, removed });
    return bare(now);
  }

  async search({ scope, at, asks }: IndexSearch): Promise<IndexAnswer> {
    for (let reading = 1; ; reading++) {
      const known = this.#statistics.get(scope);
      if (known !== undefined) await this.#lookForVectors(asks);
      const asked =
        known === undefined ? [] : asks.map((ask) => this.#searchesFor(scope, ask, known));
      const answers = await this.#query([
        { filter: { must: [{ has_id: [positionId(scope)] }] }, limit: 1, with_payload: true },
        ...asked.flatMap((searches) => Object.values(searches)),
      ]);
      // The collection is gone, or another one.
      if (answers === undefined) {
        this.#statistics.forget(scope);
        this.#collection.forget();
        if (reading < mostReadings && known !== undefined) continue;
        return { position: undefined };
      }
      const own = positionIn(answers.shift()?.[0]?.payload);
      const position = bare(own);
      if (own?.epoch !== at.epoch || own.revision < at.revision) return { position };
      if (asks.length === 0) return { position, found: [] };
      const isFed = reading > mostReadings && known?.position.generation === own.generation;
      if (known === undefined || !(isFed || isAt(known, own))) {
        await this.#collection.open();
        await this.#statistics.at(scope, own);
        continue;
      }
      const found = asked.map((searches, index) => {
        const [dense = [], words = []] = [searches.dense, searches.words].map((search) =>
          search === undefined ? [] : answers.shift(),
        );
        return foundIn(asks[index] as IndexAsk, { dense, words, known });
      });
      return { position, found };
    }
  }

  async forget(scope: string): Promise<void> {
    this.#statistics.forget(scope);
    await this.#connection.find((client) =>
      client.batchUpdate(this.#connection.settings.collection, {
        ...{ wait: true, ordering: this.#collection.ordering },
        operations: [
          { delete: { points: [positionId(scope)] } },
          { delete: { filter: { must: [matches('scope', scope)] } } },
        ],
      }),
    );
  }

  /** Another process may have made the vectors that are asked for. */
  async #lookForVectors(asks: readonly IndexAsk[]): Promise<void> {
    if (
      asks.every(({ vector }) => vector === undefined || this.#collection.hasVectors(vector.length))
    )
      return;
    this.#collection.forget();
    await this.#collection.open();
  }

  async #positionOf(scope: string): Promise<ScopePosition | undefined> {
    const points = await this.#connection.find((client) =>
      client.retrieve(this.#connection.settings.collection, {
        ids: [positionId(scope)],
        with_payload: true,
      }),
    );
    return positionIn(points?.[0]?.payload);
  }

  /** Operations are carried out in order, up to the first failure. */
  async #write(operations: Operation[]): Promise<void> {
    const results = await this.#connection.request((client) =>
      client.batchUpdate(this.#connection.settings.collection, {
        ...{ wait: true, ordering: this.#collection.ordering, operations },
      }),
    );
    const unfinished = results.find((result) => result?.status !== 'completed');
    if (unfinished === undefined) return;
    throw new MnemeError(
      'timeout',
      `${this.where} accepted the write but has not carried it out (${unfinished.status}): repeat it`,
    );
  }

  #searchesFor(
    scope: string,
    { where, vector, terms, limit }: IndexAsk,
    known: KnownScope,
  ): { dense?: Search; words?: Search } {
    const conditions = filterOf(where);
    if (conditions === undefined || limit === 0) return {};
    const { generation } = known.position;
    const filter = rowsOf({ scope, generation }, ...conditions);
    const { exact } = this.#connection.settings;
    const dense: Search | undefined =
      vector === undefined || !this.#collection.hasVectors(vector.length)
        ? undefined
        : {
            ...{ query: Array.from(vector), using: vectorName(vector.length), filter, limit },
            with_payload: hitFields,
            params: this.#collection.isQuantized
              ? { exact, quantization: { rescore: true, oversampling: 2 } }
              : { exact },
          };
    const words: Search | undefined =
      terms.length === 0
        ? undefined
        : {
            query: sparseQueryOf(terms, statisticsFor(known, terms)),
            ...{ using: wordsVector, filter, limit: Math.max(limit, leastWordHits) },
            with_payload: [...hitFields, 'words'],
          };
    return { ...(dense && { dense }), ...(words && { words }) };
  }

  /** Undefined: there is no such collection, or it lacks the vectors that are asked for. */
  async #query(searches: readonly Search[]): Promise<Schemas['ScoredPoint'][][] | undefined> {
    try {
      const answers = await this.#connection.find((client) =>
        client.queryBatch(this.#connection.settings.collection, { searches: [...searches] }),
      );
      return answers?.map(({ points }) => points);
    } catch (error) {
      if (searches.length > 1 && MnemeError.isInstance(error) && error.code === 'invalid_input')
        return undefined;
      throw error;
    }
  }

  async #count(filter: Filter): Promise<number> {
    const { collection } = this.#connection.settings;
    const answer = await this.#connection.request((client) =>
      client.count(collection, { filter, exact: true }),
    );
    return answer.count;
  }

  async *#pages(filter: Filter): AsyncGenerator<RowPayload[]> {
    let offset: Schemas['ExtendedPointId'] | undefined;
    do {
      const page = await this.#connection.request((client) =>
        client.scroll(this.#connection.settings.collection, {
          ...{ filter, limit: pageSize, offset, with_payload: ['id', 'words'] },
        }),
      );
      yield page.points.map(({ payload }) => payload as unknown as RowPayload);
      offset = (page.next_page_offset ?? undefined) as typeof offset;
    } while (offset !== undefined);
  }

  async #sample(filter: Filter, limit: number): Promise<RowPayload[]> {
    const { points } = await this.#connection.request((client) =>
      client.query(this.#connection.settings.collection, {
        ...{ query: { sample: 'random' }, filter, limit, with_payload: ['id', 'words'] },
      }),
    );
    return points.map(({ payload }) => payload as unknown as RowPayload);
  }
}

const hitFields = ['id', 'version'];

/** Not what another feeder has read later. */
function removals(
  removed: readonly string[],
  { scope, generation, seen }: { scope: string; generation: number; seen: number },
): Operation[] {
  const operations: Operation[] = [];
  for (let first = 0; first < removed.length; first += pageSize) {
    const ids = removed.slice(first, first + pageSize);
    const has_id = ids.map((id) => rowPointId(scope, generation, id));
    const filter = { must: [{ has_id }, { key: 'seen', range: { lte: seen } }] };
    operations.push({ delete: { filter } });
  }
  return operations;
}

/**
 * In place of rows that are not newer. If these are of several versions, in place of what feeders have put that had not
 * read further: whoever had, has put the same or newer rows.
 */
function upserts(
  rows: readonly IndexedRow[],
  of: { scope: string; generation: number; seen: number },
): Operation[] {
  const [{ version = 0 } = {}] = rows;
  const isOfOneVersion = rows.every((row) => row.version === version);
  const older = isOfOneVersion
    ? { key: 'version', range: { lte: version } }
    : { key: 'seen', range: { lte: of.seen } };
  const batches = inBatches(rows.map((row) => rowPoint(row, of)));
  return batches.map((points) => ({ upsert: { points, update_filter: { must: [older] } } }));
}

function foundIn(
  { terms, limit }: IndexAsk,
  {
    dense,
    words,
    known,
  }: { dense: Schemas['ScoredPoint'][]; words: Schemas['ScoredPoint'][]; known: KnownScope },
): IndexFound {
  const count = termCounter(terms);
  const worded = words.map((point) => {
    const payload = point.payload as unknown as RowPayload;
    const length = payload.words.split(' ').length;
    return { ...hitOf(point), length, termFrequencies: count(payload.words) };
  });
  const holders = terms.map(
    (_, at) => worded.filter(({ termFrequencies }) => Number(termFrequencies[at]) > 0).length,
  );
  const statistics = statisticsFor(known, terms, holders);
  // Among equals always the same ones, in whatever order the server returns them.
  worded.sort((one, other) => (one.id < other.id ? -1 : 1));
  const lexical = bestByWords(worded, { statistics, limit });
  return {
    dense: dense.map(hitOf),
    lexical: lexical.map(({ id, version }) => ({ id, version })),
    statistics,
  };
}

function hitOf({ payload }: Pick<Schemas['ScoredPoint'], 'payload'>): IndexHit {
  const { id, version } = payload as unknown as RowPayload;
  return { id, version };
}

function bare(position: ScopePosition | undefined): IndexPosition | undefined {
  return position && { epoch: position.epoch, revision: position.revision };
}

function isSame(one: IndexPosition | undefined, other: IndexPosition): boolean {
  return one?.epoch === other.epoch && one.revision === other.revision;
}

/** A filling from the beginning takes the place of its generation, wherever that is by then. */
function stillAt({ generation }: ScopePosition, since: IndexPosition | undefined): Filter {
  const at = since && [matches('epoch', since.epoch), matches('revision', since.revision)];
  return { must: [matches('generation', generation), ...(at ?? [])] };
}

/** Rows of a scope in the generation before, and in those that were begun long ago and given up. */
function othersThan(
  { scope, generation }: { scope: string; generation: number },
  own: ScopePosition | undefined,
): Filter {
  return {
    must: [matches('scope', scope)],
    must_not: [matches('generation', generation)],
    should: [
      ...(own === undefined ? [] : [matches('generation', own.generation)]),
      { key: 'generation', range: { lt: oldestGeneration() } },
    ],
  };
}
