import {
  type EmbedderIdentity,
  type EmbeddingMigration,
  type MemoryBackend,
  MnemeError,
} from '@mneme/core/contract';
import { Connection } from './connection.ts';
import { parseOptions, type QdrantBackendOptions } from './options.ts';
import { audit } from './store/audit.ts';
import { checkStore } from './store/check.ts';
import { openCollection } from './store/collection.ts';
import { commit } from './store/commit.ts';
import { erase, qdrantRemains, touch } from './store/erase.ts';
import { list } from './store/list.ts';
import { lookUp } from './store/look-up.ts';
import { embeddingMigration } from './store/migration.ts';
import { get, history, scan, scopes, stats } from './store/read.ts';
import { search } from './store/search.ts';
import { sessions } from './store/sessions.ts';
import { settleAll } from './store/settle.ts';
import { Store } from './store/store.ts';
import { upgrade } from './store/upgrade.ts';

export type { QdrantBackendOptions } from './options.ts';

/**
 * A memory in one Qdrant collection: a point per record with a dense and a sparse vector, one HNSW graph a scope,
 * every filter inside the search. Any number of processes may use one collection at once.
 *
 * @example
 * const backend = qdrantBackend({ url: 'http://127.0.0.1:6333', collection: 'memories' });
 * const memory = await createMemory({ backend, embedder: staticEmbedder() });
 */
export function qdrantBackend(options: QdrantBackendOptions): MemoryBackend {
  return new QdrantBackend(new Connection(parseOptions(options)));
}

class QdrantBackend implements MemoryBackend {
  readonly name = 'qdrant';
  readonly parallelCommits = 2;
  readonly migration: EmbeddingMigration;
  readonly #connection: Connection;
  #opening: { embedder: EmbedderIdentity | undefined; store: Promise<Store> } | undefined;
  readonly #begun = new Set<Promise<unknown>>();
  #closed = false;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.migration = embeddingMigration((work) => this.#run(work), connection.settings.timeoutMs);
  }

  open: MemoryBackend['open'] = async ({ embedder }) => {
    await this.#track(async () => {
      await this.#openStore(embedder);
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

  checkStore: NonNullable<MemoryBackend['checkStore']> = (request) =>
    this.#run((store) => checkStore(store, request));
  mendStore: NonNullable<MemoryBackend['mendStore']> = () => this.#run(settleAll);

  remains: NonNullable<MemoryBackend['remains']> = () => this.#run(async () => qdrantRemains);

  close: MemoryBackend['close'] = async () => {
    this.#closed = true;
    await Promise.allSettled(this.#begun);
  };

  #openStore(embedder: EmbedderIdentity | undefined): Promise<Store> {
    const opening = {
      embedder,
      store: openCollection(this.#connection, embedder).then(async (opened) => {
        const store = new Store(this.#connection, opened, embedder);
        await upgrade(store);
        return store;
      }),
    };
    this.#opening = opening;
    return opening.store;
  }

  #run<T>(work: (store: Store) => Promise<T>): Promise<T> {
    return this.#track(async () => {
      if (this.#opening === undefined)
        throw new MnemeError('unavailable', 'open() was not called: use createMemory');
      return work(await this.#opening.store);
    });
  }

  /** What has begun is waited for by {@link close}. */
  async #track<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) {
      throw new MnemeError(
        'closed',
        `the memory on ${this.#connection.where} was closed: open it again with createMemory`,
      );
    }
    const running = work();
    this.#begun.add(running);
    try {
      return await running;
    } finally {
      this.#begun.delete(running);
    }
  }
}
