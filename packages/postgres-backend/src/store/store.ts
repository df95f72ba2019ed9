import type { EmbedderIdentity } from '@mneme/core/contract';
import type { Connection, Query } from '../connection.ts';
import { Indexes } from './indexes.ts';

/** An open store: what every call works with. */
export class Store {
  readonly connection: Connection;
  /** Whose vectors come with a call that does not say so. */
  readonly embedder: EmbedderIdentity | undefined;
  /** Among the names of cursors that hold numbers which several scopes share. */
  readonly secret: string;
  readonly indexes: Indexes;

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

  /** Whose vectors a call brings. */
  givenTo(request: { embedder?: EmbedderIdentity }): {
    given: EmbedderIdentity | undefined;
    where: string;
  } {
    return { given: request.embedder ?? this.embedder, where: this.where };
  }
}

/** A call whose request names its scope: one transaction that reaches that scope alone. */
export function inScope<Request extends { scope: string }, Answer>(
  kind: 'read' | 'write',
  work: (query: Query, request: Request, store: Store) => Promise<Answer>,
) {
  return (store: Store, request: Request): Promise<Answer> =>
    store.connection[kind]({ scope: request.scope }, (query) => work(query, request, store));
}
