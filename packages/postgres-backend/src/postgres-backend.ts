import {
  type DocumentBackend,
  type EmbedderIdentity,
  type EmbeddingMigration,
  embedderMismatch,
  type KeyBackend,
  type MemoryBackend,
  MnemeError,
} from '@mneme/core/contract';
import { Connection } from './connection.ts';
import { postgresDocuments } from './documents/postgres-documents.ts';
import { postgresKeys } from './keys.ts';
import { migrate } from './migrate.ts';
import { type PostgresBackendOptions, parseOptions } from './options.ts';
import { isFor, lockSpaces, readSpaces, saveSpaces } from './spaces.ts';
import { commit } from './store/commit.ts';
import { erase, postgresRemains } from './store/erase.ts';
import { lookUp } from './store/look-up.ts';
import { embeddingMigration } from './store/migration.ts';
import { audit, get, history, list, scan, scopes, sessions, stats, touch } from './store/read.ts';
import { search } from './store/search.ts';
import { Store } from './store/store.ts';

export type { PostgresBackendOptions, PostgresPool } from './options.ts';

/** A memory in PostgreSQL, with the documents and the keys of its server. */
export type PostgresBackend = MemoryBackend &
  Required<
    Pick<MemoryBackend, 'documents' | 'keys' | 'migration' | 'history' | 'touch' | 'remains'>
  >;

/**
 * A memory in one schema of a PostgreSQL database: records, documents and keys, each call one transaction. Any number of
 * processes may use it at once.
 *
 * @example
 * const backend = postgresBackend({ connectionString: 'postgres://mneme@127.0.0.1/mneme' });
 * const memory = await createMemory({ backend, embedder: staticEmbedder() });
 */
export function postgresBackend(options: PostgresBackendOptions): PostgresBackend {
  return new OpenedBackend(new Connection(parseOptions(options)));
}

class OpenedBackend implements PostgresBackend {
  readonly name = 'postgres';
  readonly parallelCommits = 2;
  readonly migration: EmbeddingMigration;
  readonly documents: DocumentBackend;
  readonly keys: KeyBackend;
  readonly #connection: Connection;
  #store: Promise<Store> | undefined;
  readonly #begun = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.migration = embeddingMigration((work) => this.#run(work));
    this.documents = postgresDocuments((work) => this.#run(work));
    this.keys = postgresKeys((work) => this.#run((store) => work(store.connection)));
  }

  open: MemoryBackend['open'] = async ({ embedder }) => {
    await this.#track(async () => {
      this.#store = openStore(this.#connection, embedder);
      await this.#store;
    });
  };
  search: MemoryBackend['search'] = (request) => this.#run((store) => search(store, request));
  sessions: MemoryBackend['sessions'] = (request) => this.#run((store) => sessions(store, request));
  lookUp: MemoryBackend['lookUp'] = (request) => this.#run((store) => lookUp(store, request));
  commit: MemoryBackend['commit'] = (request) => this.#run((store) => commit(store, request));
  get: MemoryBackend['get'] = (scope, ids, options) =>
    this.#run((store) => get(store, { scope, ids, ...options }));
  list: MemoryBackend['list'] = (request) => this.#run((store) => list(store, request));
  history: NonNullable<MemoryBackend['history']> = (scope, id) =>
    this.#run((store) => history(store, scope, id));
  scan: MemoryBackend['scan'] = (request) => this.#run((store) => scan(store, request));
  touch: NonNullable<MemoryBackend['touch']> = (scope, ids, at) =>
    this.#run((store) => touch(store, scope, ids, at));
  scopes: MemoryBackend['scopes'] = () => this.#run(scopes);
  stats: MemoryBackend['stats'] = (scope, now) => this.#run((store) => stats(store, scope, now));
  audit: MemoryBackend['audit'] = (request) => this.#run((store) => audit(store, request));
  erase: MemoryBackend['erase'] = (scope, receipt) =>
    this.#run((store) => erase(store, scope, receipt));
  remains: NonNullable<MemoryBackend['remains']> = () => this.#run(async () => postgresRemains);

  close: MemoryBackend['close'] = () => {
    this.#closing ??= Promise.allSettled(this.#begun).then(() => this.#connection.close());
    return this.#closing;
  };

  #run<T>(work: (store: Store) => Promise<T>): Promise<T> {
    return this.#track(async () => {
      if (this.#store === undefined)
        throw new MnemeError('unavailable', 'open() was not called: use createMemory');
      return work(await this.#store);
    });
  }

  /** What has begun is waited for by {@link close}. */
  async #track<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closing !== undefined)
      throw new MnemeError(
        'closed',
        `the memory on ${this.#connection.where} was closed: open it again with createMemory`,
      );
    const running = work();
    this.#begun.add(running);
    try {
      return await running;
    } finally {
      this.#begun.delete(running);
    }
  }
}

async function openStore(
  connection: Connection,
  embedder: EmbedderIdentity | undefined,
): Promise<Store> {
  await migrate(connection);
  if (embedder !== undefined) await rememberEmbedder(connection, embedder);
  const [row] = await connection.read({ everyScope: true }, (query) =>
    query<{ value: string }>(`SELECT value FROM meta WHERE key = 'secret'`),
  );
  return new Store(connection, { embedder, secret: row?.value ?? '' });
}

async function rememberEmbedder(connection: Connection, embedder: EmbedderIdentity): Promise<void> {
  const isRemembered = ({ current }: Awaited<ReturnType<typeof readSpaces>>) => {
    if (current === undefined) return false;
    if (isFor(current, embedder)) return true;
    throw embedderMismatch(connection.where, { remembered: current.embedder, given: embedder });
  };
  if (isRemembered(await connection.read({ everyScope: true }, readSpaces))) return;
  await connection.write({ everyScope: true }, async (query) => {
    await lockSpaces(query, 'exclusive');
    const spaces = await readSpaces(query);
    if (isRemembered(spaces)) return;
    const number = spaces.last + 1;
    await saveSpaces(query, { ...spaces, last: number, current: { number, embedder } });
  });
}
