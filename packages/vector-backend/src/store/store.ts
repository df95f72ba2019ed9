import { randomUUID } from 'node:crypto';
import { type EmbedderIdentity, vectorWithoutEmbedder } from '@mneme/core/contract';
import type { QdrantClient } from '@qdrant/js-client-rest';
import type { Connection } from '../connection.ts';
import type { OpenedCollection } from './collection.ts';
import type { Filter } from './filter.ts';
import type { Point } from './points.ts';
import { StatisticsCache } from './statistics.ts';

/** How many points one page of a longer reading holds. */
const pageSize = 1000;

/** The open store: what all operations share. */
export class Store {
  readonly connection: Connection;
  readonly collection: string;
  readonly opened: OpenedCollection;
  /** Whose the vectors of a call are that does not say it. */
  readonly embedder: EmbedderIdentity | undefined;
  readonly statistics: StatisticsCache;
  /** Names this backend among all writers of the store. */
  readonly writer = randomUUID();
  readonly #commits = new Map<string, { begun: number; running: number }>();

  constructor(
    connection: Connection,
    opened: OpenedCollection,
    embedder: EmbedderIdentity | undefined,
  ) {
    this.connection = connection;
    this.collection = connection.settings.collection;
    this.opened = opened;
    this.embedder = embedder;
    this.statistics = new StatisticsCache(this);
  }

  /** Whose the vectors of a call are: as the call says, else as `open` said. */
  requireEmbedder(given: EmbedderIdentity | undefined): EmbedderIdentity {
    const embedder = given ?? this.embedder;
    if (embedder === undefined) throw vectorWithoutEmbedder();
    return embedder;
  }

  /** With copies on several nodes, writes to one point must reach all of them in one order. */
  get ordering(): 'weak' | 'medium' {
    return this.opened.replicas > 1 ? 'medium' : 'weak';
  }

  /**
   * Counts the commits of this writer to a scope. `end` tells whether none of them ran at the same time: only then
   * is it known what the scope holds now.
   */
  beginCommit(scope: string): { number: number; end(): boolean } {
    const commits = this.#commits.get(scope) ?? { begun: 0, running: 0 };
    this.#commits.set(scope, commits);
    const number = ++commits.begun;
    const first = commits.running++ === 0;
    return {
      number,
      end: () => {
        commits.running--;
        return first && commits.begun === number;
      },
    };
  }

  request<T>(send: (client: QdrantClient) => Promise<T>): Promise<T> {
    return this.connection.request(send);
  }

  /** All points that pass, in order of id, page by page. */
  async *pages(
    filter: Filter,
    { fields, vectors = false }: { fields: readonly string[] | false; vectors?: string[] | false },
  ): AsyncGenerator<Point[]> {
    let offset: string | number | undefined;
    do {
      const page = await this.request((client) =>
        client.scroll(this.collection, {
          filter,
          limit: pageSize,
          offset,
          with_payload: fields === false ? false : [...fields],
          with_vector: vectors,
        }),
      );
      yield page.points;
      offset = (page.next_page_offset ?? undefined) as string | number | undefined;
    } while (offset !== undefined);
  }

  async all(
    filter: Filter,
    options: { fields: readonly string[] | false; vectors?: string[] | false },
  ): Promise<Point[]> {
    const points: Point[] = [];
    for await (const page of this.pages(filter, options)) points.push(...page);
    return points;
  }

  async count(filter: Filter): Promise<number> {
    const { count } = await this.request((client) =>
      client.count(this.collection, { filter, exact: true }),
    );
    return count;
  }
}
