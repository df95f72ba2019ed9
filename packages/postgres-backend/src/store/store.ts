import type { EmbedderIdentity } from '@mneme/core/contract';
import { NextRun } from '@mneme/core/index';
import type { Connection, Query } from '../connection.ts';
import { Indexes } from './indexes.ts';

/** An open store, which every call uses. */
export class Store {
  readonly connection: Connection;
  /** The embedder of vectors, unless a call names one. */
  readonly embedder: EmbedderIdentity | undefined;
  /** A secret for cursors with numbers that several scopes share. */
  readonly secret: string;
  readonly indexes: Indexes;
  /** One at a time, however many scopes are erased at once. */
  readonly vacuums = new NextRun<void>();

  constructor(
    connection: Connection,
    { embedder, secret }: { embedder: EmbedderIdentity | undefined; secret: string },
  ) {
    this.connection = connection;
    this.embedder = embedder;
    this.secret = secret;
    this.indexes = new Indexes(connection);
  }

  get where(): string {
    return this.connection.where;
  }

  /** The embedder of a call's vectors. */
  givenTo(request: { embedder?: EmbedderIdentity }): {
    given: EmbedderIdentity | undefined;
    where: string;
  } {
    return { given: request.embedder ?? this.embedder, where: this.where };
  }
}

/** A call for one scope: one transaction that can access only that scope. `rowsOf`: how many rows it writes, about. */
export function inScope<Request extends { scope: string }, Answer>(
  kind: 'read' | 'write',
  work: (query: Query, request: Request, store: Store) => Promise<Answer>,
  rowsOf: (request: Request) => number = () => 0,
) {
  return (store: Store, request: Request): Promise<Answer> =>
    store.connection[kind]({ scope: request.scope }, (query) => work(query, request, store), {
      rows: rowsOf(request),
    });
}
