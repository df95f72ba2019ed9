import { randomUUID } from 'node:crypto';
import { type EmbedderIdentity, vectorWithoutEmbedder } from '@mneme/core/contract';
import type { Connection } from '../connection.ts';
import type { OpenedCollection } from './collection.ts';
import { PointReader } from './point-reader.ts';
import { StatisticsCache } from './statistics.ts';

/** The open store: what all operations share. */
export class Store extends PointReader {
  readonly opened: OpenedCollection;
  /** The embedder of vectors, unless a call names one. */
  readonly embedder: EmbedderIdentity | undefined;
  readonly statistics: StatisticsCache;
  /** Identifies this backend among all writers of the store. */
  readonly writer = randomUUID();
  readonly #commits = new Map<string, { begun: number; running: number }>();

  constructor(
    connection: Connection,
    opened: OpenedCollection,
    embedder: EmbedderIdentity | undefined,
  ) {
    super(connection);
    this.opened = opened;
    this.embedder = embedder;
    this.statistics = new StatisticsCache(this);
  }

  /** The embedder of a call's vectors: as the call says, else as `open` said. */
  requireEmbedder(given: EmbedderIdentity | undefined): EmbedderIdentity {
    const embedder = given ?? this.embedder;
    if (embedder === undefined) throw vectorWithoutEmbedder();
    return embedder;
  }

  /** With copies on several nodes, writes to one point must reach all of them in the same order. */
  get ordering(): 'weak' | 'medium' {
    return this.opened.replicas > 1 ? 'medium' : 'weak';
  }

  /**
   * Counts the commits of this writer to a scope. `end` tells whether any of them ran at the same time: only otherwise
   * is the scope's state known.
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
}
