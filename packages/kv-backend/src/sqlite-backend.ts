import { setTimeout } from 'node:timers/promises';
import {
  type DocumentBackend,
  type EmbedderIdentity,
  type EmbeddingMigration,
  type KeyBackend,
  type MemoryBackend,
  MnemeError,
  vectorWithoutEmbedder,
  type WithEmbedder,
} from '@mneme/core/contract';
import {
  choice,
  type FieldsOf,
  integer,
  invalid,
  parseFlag,
  parseOptions,
} from '@mneme/core/input';
import { nodeTooOld } from '@mneme/core/node-version';
import { type BackupOptions, type BackupReport, backupFields, writeBackup } from './backup.ts';
import { copyToRead, isOpen, onlyRead, type ReadableCopy } from './copy-to-read.ts';
import { type Call, sqliteDocuments } from './documents/sqlite-documents.ts';
import { claimDriver, driverNames } from './drivers/index.ts';
import { FileHandles } from './file-handles.ts';
import { parseFileKey } from './file-key.ts';
import { parsePath } from './file-path.ts';
import { sqliteKeys } from './keys/sqlite-keys.ts';
import { slow } from './operation-kinds.ts';
import type { OperationArguments, OperationName, OperationResult } from './operations.ts';
import { packCommit } from './packed-commit.ts';
import type { ConnectionOptions } from './store/connection.ts';
import { WorkerClient } from './worker-client.ts';

/** Where the file is, and how it is written. */
export interface SqliteBackendOptions {
  /** A file, made with its folders where there is none; or `:memory:`, which goes with `close()`. */
  path: string;
  /** How long a call waits while another process writes. Default: 5,000. */
  busyTimeoutMs?: number;
  /**
   * `full` (default): what was acknowledged survives a power cut. `normal`: it survives a killed process, and
   * single writes are faster.
   */
  durability?: 'full' | 'normal';
  /**
   * The SQLite library. `better-sqlite3` (default) brings its own SQLite as a native module; `node:sqlite` is the one
   * inside Node, where a native module cannot be had. Both read and write the same files. A process has one of them:
   * sqlite-vec ends it where two libraries load it, so do not load it with another library yourself.
   * `better-sqlite3-multiple-ciphers`, to be installed beside, takes a `key`; it is the default where one is given, and
   * from then on in the process.
   */
  driver?: 'better-sqlite3' | 'better-sqlite3-multiple-ciphers' | 'node:sqlite';
  /**
   * Opens an encrypted file, and makes a new one encrypted: a passphrase, or a key of 32 bytes, as bytes or as 64
   * hexadecimal digits. Opening rejects with `wrong_key` where the file is not under this key. `changeFileKey` gives a
   * file another one.
   */
  key?: string | Uint8Array;
  /**
   * Opens a file also where it is found damaged, so that `memory.doctor()` can look at it and mend what can be mended.
   * What it answers then may lack something. Default: false, such a file is refused with `damaged`. Files of up to 8 MiB
   * are checked wholly when they are opened, larger ones by the doctor only; the log of writes in either case.
   */
  inspect?: boolean;
}

const optionFields = {
  path: parsePath,
  busyTimeoutMs: integer({ min: 0, max: 2_147_483_647 }),
  durability: choice(['full', 'normal']),
  driver: choice(driverNames),
  key: parseFileKey,
  inspect: parseFlag,
} satisfies FieldsOf<SqliteBackendOptions>;

/**
 * A memory in one SQLite file: records, vectors (sqlite-vec), full text (FTS5) and audit, one transaction a write.
 * Several processes may use one file at once. Reads run in one worker thread and writes in another, so neither holds
 * the event loop nor waits for the other; look-ups have a third while searches are at work, and searches of several scopes
 * take turns.
 *
 * @example
 * const memory = await createMemory({ backend: sqliteBackend({ path: 'ada.db' }), embedder: staticEmbedder() });
 */
export function sqliteBackend(options: SqliteBackendOptions): SqliteBackend {
  const fault = nodeTooOld(process.versions.node);
  if (fault !== undefined) throw new MnemeError('unsupported', fault);
  const given = parseOptions(options ?? {}, optionFields, ['path']);
  const { path, busyTimeoutMs = 5000, durability = 'full', key, inspect = false } = given;
  if (key !== undefined && path === ':memory:')
    throw invalid('key', 'is given for a database in memory, which lies in no file: leave it out');
  const driver = claimDriver(given.driver, { encrypts: key !== undefined });
  return new SqliteBackend({ path, busyTimeoutMs, durability, driver, key, inspect });
}

/** A memory in one SQLite file. Made by {@link sqliteBackend}. */
export class SqliteBackend implements MemoryBackend {
  readonly name = 'sqlite';
  readonly documents: DocumentBackend;
  /** The keys of a server, in the same file. */
  readonly keys: KeyBackend;
  readonly migration: EmbeddingMigration;
  #options: ConnectionOptions;
  /** Takes the place of a file that can only be read. */
  #copy: ReadableCopy | undefined;
  #handles: FileHandles | undefined;
  /** Both read. The second is there from when the first was found at slow work, and answers look-ups meanwhile. */
  #first: WorkerClient | undefined;
  #second: WorkerClient | undefined;
  #writer: WorkerClient | undefined;
  #embedder: EmbedderIdentity | undefined;
  #closed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const read: Call = (operation, ...given) => this.#read(operation, ...given);
    const write: Call = (operation, ...given) => this.#write(operation, ...given);
    this.migration = {
      stragglersMs: 0,
      begin: (next) => write('beginSpace', next),
      pending: (request) => read('pendingTexts', request),
      fill: (request) => write('fillSpace', request),
      finish: (next) => write('finishSpace', next),
      clear: () => write('clearSpaces'),
      abandon: (next) => write('abandonSpace', next),
    };
    this.documents = sqliteDocuments({
      migration: this.migration,
      read,
      write,
      open: this.open,
      withEmbedder: (request) => ({ ...request, embedder: request.embedder ?? this.#embedder }),
      remains: (options) => this.remains(options),
      close: () => this.close(),
    });
    this.keys = sqliteKeys({ read, write });
  }

  prepare = (): void => {
    if (!this.#closed) this.#first ??= this.#startWorker();
  };
  open: MemoryBackend['open'] = async ({ embedder }) => {
    const openElsewhere = isOpen(this.#options.path);
    try {
      await this.#read('open', embedder);
    } catch (error) {
      if (openElsewhere || !(await this.#takeCopy(error))) throw error;
      await this.#read('open', embedder).catch(async (unreadable) => {
        await this.#closeWorkers();
        this.#copy?.remove();
        throw unreadable;
      });
    }
    this.#embedder = embedder;
  };
  search: MemoryBackend['search'] = async (request) => {
    return this.#read('search', this.#withEmbedder(request, request.dense !== undefined));
  };
  neighbours: MemoryBackend['neighbours'] = (request) => this.#read('neighbours', request);
  turns: MemoryBackend['turns'] = (request) => this.#read('turns', request);
  sessions: MemoryBackend['sessions'] = (request) => this.#read('sessions', request);
  lookUp: MemoryBackend['lookUp'] = async (request) => {
    const given = request.probes.some(({ vector }) => vector !== undefined);
    return this.#read('lookUp', this.#withEmbedder(request, given));
  };
  get: MemoryBackend['get'] = (scope, ids) => this.#read('get', scope, ids);
  list: MemoryBackend['list'] = (request) => this.#read('list', request);
  history: MemoryBackend['history'] = (scope, id) => this.#read('history', scope, id);
  scan: MemoryBackend['scan'] = (request) => this.#read('scan', request);
  vectors: MemoryBackend['vectors'] = (scope, ids) => this.#read('vectors', scope, ids);
  scopes: MemoryBackend['scopes'] = () => this.#read('scopes');
  stats: MemoryBackend['stats'] = (scope, now) => this.#read('stats', scope, now);
  audit: MemoryBackend['audit'] = (request) => this.#read('audit', request);

  commit: MemoryBackend['commit'] = async (request) => {
    const given = request.puts.some(({ vector }) => vector !== undefined);
    return this.#write('commit', packCommit(this.#withEmbedder(request, given)));
  };
  erase: MemoryBackend['erase'] = (scope, receipt) => this.#write('erase', scope, receipt);
  noteReceipt: NonNullable<MemoryBackend['noteReceipt']> = (receipt) =>
    this.#write('noteReceipt', receipt);
  checkAudit: NonNullable<MemoryBackend['checkAudit']> = (request) =>
    this.#read('checkAudit', request);
  checkStore: NonNullable<MemoryBackend['checkStore']> = (request) =>
    this.#read('checkStore', request);
  mendStore: NonNullable<MemoryBackend['mendStore']> = () => this.#write('mendStore');
  remains: MemoryBackend['remains'] = async ({ wait }) => {
    const until = performance.now() + (wait ? this.#options.busyTimeoutMs : 0);
    for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 2, 100)) {
      const settle =
        this.#copy === undefined ? this.#write('settleRemovals') : this.#read('settleRemovals');
      const { againMs, ...remains } = await settle;
      if (againMs === 0) pauseMs = 1;
      if (remains.bytes === 'removed' || performance.now() + pauseMs > until) return remains;
      await setTimeout(pauseMs);
    }
  };
  touch: MemoryBackend['touch'] = (scope, ids, at) => {
    // Not worth a second thread: whichever is there.
    return this.#writer === undefined
      ? this.#read('touch', scope, ids, at)
      : this.#writer.call('touch', scope, ids, at);
  };

  /**
   * Writes a copy of the file while it is in use: all that was acknowledged before the call, in one state, under the same
   * key. The copy is read and checked before it gets its name, and is a store like any other. Nobody waits for it. After
   * {@link open}.
   *
   * @example
   * const { records } = await backend.backup({ path: '/backups/ada.db' });
   */
  async backup(options: BackupOptions): Promise<BackupReport> {
    const given = parseOptions(options, backupFields, ['path']);
    if (this.#closed) throw closedError(this.#options.path);
    return writeBackup(this.#options, given);
  }

  close: MemoryBackend['close'] = async () => {
    this.#closed = true;
    await this.#closeWorkers();
    this.#copy?.remove();
  };

  async #closeWorkers(): Promise<void> {
    const writer = this.#writer;
    const readers = [this.#first, this.#second];
    this.#writer = undefined;
    this.#first = undefined;
    this.#second = undefined;
    for (const worker of [writer, ...readers]) this.#handles?.add((await worker?.close()) ?? []);
    this.#handles?.close();
    this.#handles = undefined;
  }

  /** Where the file itself cannot be opened, but its bytes can be read. */
  async #takeCopy(error: unknown): Promise<boolean> {
    const mayRead = ['unavailable', 'read_only', 'storage_full'];
    const { path } = this.#options;
    if (!MnemeError.isInstance(error) || !mayRead.includes(error.code) || path === ':memory:')
      return false;
    await this.#closeWorkers();
    this.#copy = await copyToRead(path, error);
    if (this.#copy === undefined) return false;
    this.#options = { ...this.#options, path: this.#copy.path, copyOf: path };
    return true;
  }

  /** Vectors mean nothing to a store that is not told whose they are. */
  #withEmbedder<Request extends WithEmbedder>(request: Request, given: boolean): Request {
    const embedder = request.embedder ?? this.#embedder;
    if (!given || embedder !== undefined || this.#closed) return { ...request, embedder };
    throw vectorWithoutEmbedder();
  }

  #startWorker(): WorkerClient {
    this.#handles ??= new FileHandles(this.#options.path);
    return new WorkerClient(this.#options);
  }

  #read<Name extends OperationName>(
    operation: Name,
    ...given: OperationArguments<Name>
  ): Promise<OperationResult<Name>> {
    if (this.#closed) return Promise.reject(closedError(this.#options.path));
    this.#first ??= this.#startWorker();
    if (this.#options.path === ':memory:' || slow.has(operation) || !this.#first.isSlow)
      return this.#first.call(operation, ...given);
    if (this.#second === undefined) {
      this.#second = this.#startWorker();
      this.#second.call('open', undefined).catch(() => {}); // The first call that it answers is told.
    }
    // While it starts, the first answers between two turns.
    return (this.#second.isReady ? this.#second : this.#first).call(operation, ...given);
  }

  #write<Name extends OperationName>(
    operation: Name,
    ...given: OperationArguments<Name>
  ): Promise<OperationResult<Name>> {
    if (this.#closed) return Promise.reject(closedError(this.#options.path));
    if (this.#copy !== undefined)
      return Promise.reject(onlyRead(this.#options.copyOf ?? '', this.#copy.code));
    // A database in memory belongs to one connection.
    if (this.#options.path === ':memory:') return this.#read(operation, ...given);
    this.#writer ??= this.#startWorker();
    return this.#writer.call(operation, ...given);
  }
}

function closedError(path: string): MnemeError {
  return new MnemeError(
    'closed',
    `the memory on ${path} was closed: open it again with createMemory`,
  );
}
