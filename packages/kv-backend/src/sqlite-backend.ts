import { setTimeout } from 'node:timers/promises';
import {
  type DocumentBackend,
  type EmbedderIdentity,
  type EmbeddingMigration,
  type KeyBackend,
  type MemoryBackend,
  vectorWithoutEmbedder,
  type WithEmbedder,
} from '@mneme/core/contract';
import type { BackupOptions, BackupReport } from './backup.ts';
import type { OperationArguments, OperationName, OperationResult } from './operations.ts';
import { connectionOptions, type SqliteBackendOptions } from './sqlite-options.ts';
import type { ConnectionOptions } from './store/connection.ts';
import type { EraseStep } from './store/erase.ts';
import { StoreFile } from './store-file.ts';

/** How often a waiting call looks for the lock. */
const pauseForOthersMs = 10;

/**
 * A memory in one SQLite file: records, vectors, words and audit, one transaction for each write. Several processes may
 * use one file at once. Short operations run at once; long ones, such as a search of more than 10,000 records, run in a
 * thread beside the event loop, where searches of several scopes take turns.
 * @example
 * const memory = await createMemory({ backend: sqliteBackend({ path: 'ada.db' }), embedder: staticEmbedder() });
 */
export function sqliteBackend(options: SqliteBackendOptions): SqliteBackend {
  return new SqliteBackend(connectionOptions(options));
}

/** A memory in one SQLite file. Made by {@link sqliteBackend}. */
export class SqliteBackend implements MemoryBackend {
  readonly name = 'sqlite';
  readonly documents: DocumentBackend;
  /** The keys of a server, in the same file. */
  readonly keys: KeyBackend;
  readonly migration: EmbeddingMigration;
  readonly #file: StoreFile;
  #embedder: EmbedderIdentity | undefined;

  constructor(options: ConnectionOptions) {
    this.#file = new StoreFile(options);
    const read = this.#read.bind(this);
    const write = this.#write.bind(this);
    this.migration = {
      lateWritesMs: 0,
      begin: (next) => write('beginSpace', next),
      pending: (request) => read('pendingTexts', request),
      fill: (request) => write('fillSpace', request),
      finish: (next) => write('finishSpace', next),
      clear: () => write('clearSpaces'),
      abandon: (next) => write('abandonSpace', next),
    };
    this.documents = {
      getStore: (scope, storeId) => read('getStore', scope, storeId),
      listStores: (request) => read('listStores', request),
      putStore: (request) => write('putStore', request),
      removeStore: (request) => write('removeStore', request),
      lookUp: (request) => read('lookUpDocuments', request),
      commit: (request) => write('commitDocuments', this.#withEmbedder(request)),
      getDocument: (request) => read('getDocument', request),
      listDocuments: (request) => read('listDocuments', request),
      listVersions: (request) => read('listVersions', request),
      getVersion: (request) => read('getVersion', request),
      redact: (request) => write('redact', request),
      search: (request) => read('searchDocuments', this.#withEmbedder(request)),
      touch: (request) => write('touchDocuments', request),
      findUnread: (request) => read('findUnread', request),
    };
    this.keys = {
      addKey: (key) => write('addKey', key),
      getKey: (id) => read('getKey', id),
      hasKey: () => read('hasKey'),
      listKeys: (scope) => read('listKeys', scope),
      revokeKey: (id, at) => write('revokeKey', id, at),
    };
  }

  prepare = (): void => this.#file.prepare();
  open: MemoryBackend['open'] = async ({ embedder }) => {
    await this.#file.open('open', embedder);
    this.#embedder = embedder;
  };
  search: MemoryBackend['search'] = async (request) => {
    const given = request.queries.some(({ vector }) => vector !== undefined);
    return this.#read('search', this.#withEmbedder(request, given));
  };
  sessions: MemoryBackend['sessions'] = (request) => this.#read('sessions', request);
  lookUp: MemoryBackend['lookUp'] = async (request) => {
    const given = request.probes.some(({ vector }) => vector !== undefined);
    return this.#read('lookUp', this.#withEmbedder(request, given));
  };
  get: MemoryBackend['get'] = (scope, ids, options) => this.#read('get', scope, ids, options);
  list: MemoryBackend['list'] = (request) => this.#read('list', request);
  history: NonNullable<MemoryBackend['history']> = (scope, id) => this.#read('history', scope, id);
  scan: MemoryBackend['scan'] = (request) => this.#read('scan', request);
  scopes: MemoryBackend['scopes'] = () => this.#read('scopes');
  stats: MemoryBackend['stats'] = (scope, now) => this.#read('stats', scope, now);
  audit: MemoryBackend['audit'] = (request) => this.#read('audit', request);

  commit: MemoryBackend['commit'] = async (request) => {
    const given = request.puts.some(({ vector }) => vector !== undefined);
    return this.#write('commit', this.#withEmbedder(request, given));
  };
  erase: MemoryBackend['erase'] = async (scope, receipt) => {
    for (let step: EraseStep = {}; ; ) {
      const start = performance.now();
      step = await this.#write('erase', scope, receipt, step.begun);
      if (step.erased !== undefined) return step.erased;
      // A step takes longer on a slow disk, where more writers wait.
      await setTimeout(Math.max(pauseForOthersMs, (performance.now() - start) / 2));
    }
  };
  cutAudit: NonNullable<MemoryBackend['cutAudit']> = async (request) => {
    let lines = 0;
    for (let removed = 1; removed > 0; lines += removed)
      removed = await this.#write('cutAudit', request);
    return lines;
  };
  compact: NonNullable<MemoryBackend['compact']> = (options) => this.#write('compact', options);
  noteReceipt: NonNullable<MemoryBackend['noteReceipt']> = (receipt) =>
    this.#write('noteReceipt', receipt);
  checkAudit: NonNullable<MemoryBackend['checkAudit']> = (request) =>
    this.#read('checkAudit', request);
  checkStore: NonNullable<MemoryBackend['checkStore']> = (request) =>
    this.#read('checkStore', request);
  mendStore: NonNullable<MemoryBackend['mendStore']> = () => this.#write('mendStore');
  remains: NonNullable<MemoryBackend['remains']> = (options) => this.#file.remains(options);
  touch: NonNullable<MemoryBackend['touch']> = (scope, ids, at) =>
    this.#write('touch', scope, ids, at);

  /**
   * Writes a copy of the file while it is in use: everything acknowledged before the call, as one consistent state,
   * under the same key. The copy is read and checked before it gets its name, and is a store like any other. Nobody
   * waits for it. Call it after {@link open}.
   * @example
   * const { records } = await backend.backup({ path: '/backups/ada.db' });
   */
  async backup(options: BackupOptions): Promise<BackupReport> {
    return this.#file.backup('backup', options);
  }

  close: MemoryBackend['close'] = () => this.#file.close();

  /** Without an embedder the store cannot use vectors. */
  #withEmbedder<Request extends WithEmbedder>(request: Request, given = false): Request {
    const embedder = request.embedder ?? this.#embedder;
    if (!given || embedder !== undefined || this.#file.isClosed) return { ...request, embedder };
    throw vectorWithoutEmbedder();
  }

  #read<Name extends OperationName>(
    operation: Name,
    ...given: OperationArguments<Name>
  ): Promise<OperationResult<Name>> {
    return this.#file.read(operation, ...given);
  }

  #write<Name extends OperationName>(
    operation: Name,
    ...given: OperationArguments<Name>
  ): Promise<OperationResult<Name>> {
    return this.#file.write(operation, ...given);
  }
}
