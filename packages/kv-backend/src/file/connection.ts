import { closeSync, existsSync, mkdirSync, openSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Compaction, MnemeError } from '@mneme/core/contract';
import type { Tables } from '@mneme/store/rows';
import {
  type Database,
  type Driver,
  type DriverName,
  type Statement,
  transaction,
} from '../drivers/index.ts';
import { RowStatements } from '../rows/row-statements.ts';
import { rowsSchema } from '../rows/rows-schema.ts';
import { requireBounded } from './bounded.ts';
import { checkJournal } from './check-journal.ts';
import {
  type CheckedFile,
  checkSchema,
  checkVersion,
  prepareTables,
  requireAll,
} from './check-schema.ts';
import { isBusy, isNoDatabase, noDatabase, translateError } from './errors.ts';
import { FileIdentity } from './file-identity.ts';
import { type FileSchema, marksTable } from './file-schema.ts';
import { markIn, setMark } from './marks.ts';
import { overwriteGaps } from './page-gaps.ts';
import { noteLogOwner, removeStrayLog } from './stray-log.ts';

export interface ConnectionOptions {
  path: string;
  /** The read-only file that `path` is a copy of: see `copy-to-read.ts`. */
  copyOf?: string;
  /** How long callers try again while others lock the file. */
  busyTimeoutMs: number;
  /** With `full`, acknowledged writes survive a power cut; with `normal`, a killed process. */
  durability: 'full' | 'normal';
  driver: DriverName;
  /** Result of `parseFileKey`. Absent: the file is plain. */
  key?: string;
  /** Opens a damaged file too, for examining and mending. */
  inspect?: boolean;
  /** Nothing in the file or beside it is changed. */
  readOnly?: boolean;
  /** The file that another connection of the same memory has open: see {@link Connection.file}. */
  file?: string;
}

/** With the tables that it is opened with. */
export interface TablesInFile extends ConnectionOptions {
  tables: Tables;
}

const mostVacuumBytes = 256 * 1024 * 1024;

/** About how long a part of a sweep has the write lock. */
const sweptAtOnceMs = 15;

/** How long a VACUUM waits for others. */
const vacuumWaitMs = 25;

/** One open database with its prepared statements. */
export class Connection {
  /** Name of the file in messages. */
  readonly path: string;
  readonly schema: FileSchema;
  readonly #options: TablesInFile;
  readonly #driver: Driver;
  /** See {@link ConnectionOptions.inspect}. */
  readonly inspects: boolean;
  /** What is wrong with the log of a file that was opened anyway. */
  logProblem: string | undefined;
  readonly #database: Database;
  readonly #identity: FileIdentity;
  readonly #statements = {
    prepare: new Map<string, Statement<unknown>>(),
    prepareColumn: new Map<string, Statement<unknown>>(),
  };
  #schemaChecked: number | undefined;
  #inside = false;
  readonly rows: RowStatements;
  /** Data was removed whose older bytes may still be in the file or its log. */
  removalsPending = false;
  /** The last cleaning of the whole file: when it ended, by `performance.now()`, and how long it took. */
  lastSweep = { endedAt: 0, ms: 0 };
  /** An unfinished cleaning: where it continues, and for which mark. */
  sweeping: { from: number; mark: string | undefined } | undefined;
  /** The file itself: one of {@link #handles}. */
  #handle: number | undefined;
  /** Of the file and of its log's index, outside SQLite. See `file-handles.ts` for why they are not closed here. */
  readonly #handles: number[];

  /** `handles`: gets those to close when the process has no connection to the file any more. */
  constructor(options: TablesInFile, { driver, handles }: { driver: Driver; handles: number[] }) {
    this.#handles = handles;
    this.path = options.copyOf ?? options.path;
    this.schema = rowsSchema(options.tables);
    this.rows = new RowStatements(options.tables, this);
    this.#options = options;
    this.#driver = driver;
    this.inspects = options.inspect === true;
    const inFile = options.path !== ':memory:';
    const isNew = !inFile || !existsSync(options.path);
    if (inFile && isNew) {
      if (options.readOnly) throw noFile(options.path);
      makePrivateFile(options.path);
    }
    this.#identity = new FileIdentity(options.path, { name: this.path, expected: options.file });
    if (options.file !== undefined) this.assertInPlace();
    if (inFile) {
      const path = realpathSync(options.path);
      checkJournal(path, { readOnly: options.readOnly === true });
      if (!options.readOnly) removeStrayLog(path, this.#handles);
    }
    this.#database = driver.open(options.path, options.key);
    // Not earlier, because opening a file of a lower image layer for writing changes its inode.
    this.#identity.assertSame({ whole: true });
    try {
      if (!isNew)
        transaction(this.#database, 'DEFERRED', () => checkSchema(this.#database, this.#checked));
      this.#database.exec(`
        PRAGMA query_only = ${options.readOnly ? 'ON' : 'OFF'};
        PRAGMA secure_delete = ON;
        PRAGMA temp_store = MEMORY;
        PRAGMA cache_size = -2000;
        PRAGMA synchronous = ${options.durability === 'full' ? 'FULL' : 'NORMAL'};
      `);
    } catch (error) {
      this.#database.close();
      throw isNoDatabase(error) ? noDatabase(options, { driver, cause: error }) : error;
    }
  }

  get #log(): string {
    return `${realpathSync(this.#options.path)}-wal`;
  }

  /** Creates the tables in an empty file. */
  prepareTables(): void {
    const { path, readOnly } = this.#options;
    if (!readOnly) prepareTables(this.#database, this.#checked);
    this.#checkSchema();
    if (!readOnly && path !== ':memory:') noteLogOwner(realpathSync(path), this.#handles);
  }

  /** Identifies the file, for other connections to the same. */
  get file(): string | undefined {
    return this.#identity.file;
  }

  /** Throws `unavailable` if the file was replaced since it was opened. */
  assertInPlace(): void {
    this.#identity.assertSame({ whole: false });
  }

  /** Writes are refused, or, in a copy, would be lost. */
  get onlyReads(): boolean {
    return this.#options.readOnly === true || this.#options.copyOf !== undefined;
  }

  get #checked(): CheckedFile {
    return { path: this.path, own: this.schema };
  }

  /** One or several statements without parameters. */
  execute(sql: string): void {
    this.#database.exec(sql);
  }

  /** Prepared once for each connection, by its text. */
  statement<T = unknown>(sql: string): Statement<T> {
    return this.#prepared<T>('prepare', sql);
  }

  /** Like {@link statement}, returning the first column of each row. */
  column<T>(sql: string): Statement<T> {
    return this.#prepared<T>('prepareColumn', sql);
  }

  #prepared<T>(prepare: 'prepare' | 'prepareColumn', sql: string): Statement<T> {
    const known = this.#statements[prepare].get(sql);
    if (known !== undefined) return known as Statement<T>;
    const statement = this.#database[prepare]<T>(sql);
    this.#statements[prepare].set(sql, statement);
    return statement;
  }

  /** Everything inside sees one snapshot. Inside another transaction it is part of that one. */
  read<T>(work: () => T): T {
    return this.#transaction('DEFERRED', work);
  }

  /**
   * Takes the write lock at once, so that everything read inside is still valid at the commit. Inside another
   * transaction it is part of that one.
   */
  write<T>(work: () => T): T {
    if (this.#inside) return work();
    this.#identity.assertSame({ whole: true });
    const written = this.#transaction('IMMEDIATE', () => {
      // A newer Mneme may have upgraded the file since it was opened here.
      checkVersion(this.#database, this.path);
      this.#checkSchema();
      return work();
    });
    // A write to a file that was removed or replaced is not acknowledged.
    this.#identity.assertSame({ whole: true });
    return written;
  }

  /** If it has changed since it was checked. */
  #checkSchema(): void {
    const version = this.column<number>('PRAGMA schema_version').get();
    if (version === this.#schemaChecked) return;
    const lacking = checkSchema(this.#database, this.#checked);
    if (lacking.length === this.schema.size) throw noFile(this.path);
    requireAll(lacking, this.path);
    this.#schemaChecked = version;
  }

  #transaction<T>(kind: 'DEFERRED' | 'IMMEDIATE', work: () => T): T {
    if (this.#inside) return work();
    this.#inside = true;
    try {
      return transaction(this.#database, kind, work);
    } finally {
      this.#inside = false;
    }
  }

  /**
   * Moves the write-ahead log into the file and empties it without waiting, so that neither has an old page. False:
   * another connection writes, or still reads the old state.
   */
  emptyLog(): boolean {
    this.#identity.assertSame({ whole: true });
    // Moves most of it without the write lock.
    this.column<number>('PRAGMA wal_checkpoint(PASSIVE)').get();
    return this.column<number>('PRAGMA wal_checkpoint(TRUNCATE)').get() === 0;
  }

  /**
   * Overwrites the gaps of pages, some at a time, and with the last of them removes this mark, if it has not
   * changed since. The write lock excludes all other writers, and because the log is empty nothing is moved into the
   * file meanwhile. Every connection has old gaps in its page cache and would write them again: so each part commits
   * through a connection that has read no page before, which makes all others read their pages again. A write between
   * two parts can only leave gaps of data removed since, and then the row was marked again.
   */
  sweep(metaKey: string): 'done' | 'more' | 'busy' | 'unknown' | 'large' {
    const { path, key } = this.#options;
    if (path === ':memory:') {
      this.write(() => setMark(this, metaKey, undefined));
      return 'done';
    }
    if (key !== undefined) return this.#writeAnew(metaKey);
    this.#handle ??= this.#openFile();
    const mark = markIn(this, metaKey);
    this.sweeping ??= { from: 0, mark };
    const fresh = this.#openAgain();
    try {
      fresh.exec('PRAGMA secure_delete = ON; BEGIN IMMEDIATE');
      const log = statSync(this.#log, { throwIfNoEntry: false });
      if (log !== undefined && log.size > 0) return 'busy';
      const next = overwriteGaps(this.#handle, { from: this.sweeping.from, forMs: sweptAtOnceMs });
      if (next === 'unknown') return next;
      if (next === 'end')
        fresh
          .prepare(`DELETE FROM ${marksTable} WHERE key = ? AND value = ?`)
          .run(metaKey, this.sweeping.mark);
      // Any change makes all others read their pages again.
      fresh
        .prepare(`INSERT OR REPLACE INTO ${marksTable} (key, value) VALUES ('swept', ?)`)
        .run(crypto.randomUUID());
      fresh.exec('COMMIT');
      this.sweeping = next === 'end' ? undefined : { ...this.sweeping, from: next };
      return next === 'end' ? 'done' : 'more';
    } catch (error) {
      if (translateError(error, this.path).code === 'busy') return 'busy';
      throw error;
    } finally {
      fresh.close();
    }
  }

  /**
   * Like {@link sweep}, for encrypted pages, whose gaps nobody can reach: uses VACUUM, which rebuilds the file in
   * memory, because a temporary file would be plain. Data that is removed meanwhile stays marked.
   */
  #writeAnew(metaKey: string): 'done' | 'busy' | 'large' {
    if (this.bytes() > mostVacuumBytes) return 'large';
    const mark = markIn(this, metaKey);
    if (!this.#vacuum() || !this.emptyLog()) return 'busy';
    this.write(() =>
      this.statement(`DELETE FROM ${marksTable} WHERE key = ? AND value = ?`).run(metaKey, mark),
    );
    return 'done';
  }

  /** Rebuilds the file through a connection of its own. False: others read or write. */
  #vacuum(waitMs = 0): boolean {
    const { key } = this.#options;
    const fresh = this.#openAgain();
    try {
      // A temporary file would be plain, and one beside a small file costs more than memory.
      const store = key !== undefined || this.bytes() <= mostVacuumBytes ? 'MEMORY' : 'FILE';
      fresh.exec(`PRAGMA busy_timeout = ${waitMs}; PRAGMA temp_store = ${store}; VACUUM`);
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    } finally {
      fresh.close();
    }
  }

  /** Rebuilds the file if at least this part of its pages is free, 0 to 1. Writers wait, readers do not. */
  compact(freeShare: number): Compaction {
    const { path, key } = this.#options;
    const bytesBefore = this.bytes();
    const free = Number(
      this.column<number>(
        'SELECT CAST(freelist_count AS REAL) / max(page_count, 1) FROM pragma_freelist_count, pragma_page_count',
      ).get(),
    );
    const report = (outcome: Compaction['outcome']): Compaction => {
      return { outcome, freeShare: free, bytesBefore, bytesAfter: this.bytes() };
    };
    if (path === ':memory:' || free < freeShare) return report('not_needed');
    if (key !== undefined && bytesBefore > mostVacuumBytes) return report('too_large');
    if (!this.#vacuum(vacuumWaitMs)) return report('busy');
    this.emptyLog(); // Else the file gets shorter when the log is moved into it next.
    return report('compacted');
  }

  #openFile(): number {
    const handle = openSync(this.#options.path, 'r+');
    this.#handles.push(handle);
    return handle;
  }

  /** Another connection to the same file. */
  #openAgain(): Database {
    const { path, key } = this.#options;
    const fresh = this.#driver.open(path, key);
    try {
      // Before it reads anything: if the file was replaced meanwhile, the log is not that of the new one.
      this.#identity.assertSame({ whole: true });
      return fresh;
    } catch (error) {
      fresh.close();
      throw error;
    }
  }

  bytes(): number {
    return Number(
      this.column<number>(
        'SELECT page_count * page_size FROM pragma_page_count, pragma_page_size',
      ).get(),
    );
  }

  /**
   * Writes a copy of the committed state to an empty file, under the same key and without bytes of removed data, and calls
   * `read` with it.
   */
  copyTo<T>(path: string, read: (copy: Connection) => T): T {
    requireBounded(this);
    this.#database.exec('PRAGMA query_only = OFF');
    this.#database.copyInto(path);
    const copy = new Connection(
      { ...this.#options, path, file: undefined },
      { driver: this.#driver, handles: this.#handles },
    );
    try {
      return read(copy);
    } finally {
      copy.close();
    }
  }

  close(): void {
    this.#database.close();
  }
}

function noFile(path: string): MnemeError {
  return new MnemeError('not_found', `there is no store at ${path}: give the path of one`, {
    field: 'path',
  });
}

/**
 * Only the owner may read memories. SQLite gives the log and its index the mode of the file; the system's umask would
 * let all read.
 */
function makePrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
}
