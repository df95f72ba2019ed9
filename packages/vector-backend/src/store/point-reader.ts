import type { QdrantClient } from '@qdrant/js-client-rest';
import type { Connection } from '../connection.ts';
import type { Filter } from './filter.ts';
import type { Point } from './points.ts';

/** Number of points on one page of a longer read. */
const pageSize = 1000;

/** Reads points of one collection. */
export class PointReader {
  readonly connection: Connection;
  readonly collection: string;

  constructor(connection: Connection) {
    this.connection = connection;
    this.collection = connection.settings.collection;
  }

  request<T>(send: (client: QdrantClient) => Promise<T>): Promise<T> {
    return this.connection.request(send);
  }

  /** All points that match, ordered by id, page by page. */
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
