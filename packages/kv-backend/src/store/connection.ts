import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database, Driver, DriverName, Statement } from '../drivers/index.ts';
import { loadVectors } from '../drivers/load-vectors.ts';
import { snapshot, transaction } from '../drivers/transaction.ts';
import { checkOwner, checkVersion, prepareTables } from './prepare-tables.ts';
import { parseSpaces, type Spaces, spacesSql } from './spaces.ts';
import type { Steps } from './steps.ts';

export interface ConnectionOptions {
  path: string;
  busyTimeoutMs: number;
  /** `full` survives a power cut after the acknowledgement, `normal` a killed process. */
  durability: 'full' | 'normal';
  driver: DriverName;
  /** Opens a damaged file too, so that it can be looked at and mended. */
  inspect: boolean;
}

/** One open database with its prepared statements. */
export class Connection {
  readonly path: string;
  /** See {@link ConnectionOptions.inspect}. */
  readonly inspects: boolean;
  readonly #database: Database;
  readonly #statements = new Map<string, Statement<unknown>>();
  #spaces: Spaces = { retired: [] };
  #spacesText = '';
  #cursorSecret: string | undefined;
  #inside = false;
  readonly #busyTimeoutMs: number;
  /** Something was removed whose older bytes may still lie in the file or its log. */
  removalsPending = false;

  constructor(options: ConnectionOptions, driver: Driver) {
    this.path = options.path;
    this.inspects = options.inspect;
    this.#busyTimeoutMs = options.busyTimeoutMs;
    const inFile = options.path !== ':memory:';
    const isNew = !inFile || !existsSync(options.path);
    if (inFile && isNew) makePrivateFile(options.path);
    this.#database = driver.open(options.path);
    try {
      this.#database.exec(`PRAGMA busy_timeout = ${this.#busyTimeoutMs}`);
      if (!isNew) checkOwner(this.#database, this.path);
      this.#database.exec(`
        PRAGMA foreign_keys = ON;
        PRAGMA secure_delete = ON;
        PRAGMA temp_store = MEMORY;
        PRAGMA cache_size = -16000;
        PRAGMA synchronous = ${options.durability === 'full' ? 'FULL' : 'NORMAL'};
      `);
      loadVectors(this.#database);
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  /** Creates the tables in an empty file, or upgrades an older one. */
  prepareTables(): void {
    prepareTables(this.#database, { path: this.path });
    this.refreshSpaces();
  }

  /** The vector tables, as they were when the transaction began. */
  get spaces(): Spaces {
    return this.#spaces;
  }

  /** Another process may have changed them. */
  refreshSpaces(): void {
    const text = JSON.stringify(this.statement(spacesSql).all());
    if (text === this.#spacesText) return;
    this.#spaces = parseSpaces(text);
    this.#spacesText = text;
  }

  /** Goes into cursors, so that they tell nothing of what is in them. Made when the store is opened first. */
  get cursorSecret(): string {
    this.#cursorSecret ??= this.column<string>(
      `SELECT value FROM meta WHERE key = 'cursor_secret'`,
    ).get();
    return this.#cursorSecret ?? '';
  }

  /** One or several statements without parameters. */
  execute(sql: string): void {
    this.#database.exec(sql);
  }

  /** Prepared once a connection, by its text. */
  statement<T = unknown>(sql: string): Statement<T> {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement as Statement<T>;
  }

  /** As {@link statement}, answering the first column of each row. */
  column<T>(sql: string): Statement<T> {
    const key = `column ${sql}`;
    let statement = this.#statements.get(key);
    if (statement === undefined) {
      statement = this.#database.prepareColumn(sql);
      this.#statements.set(key, statement);
    }
    return statement as Statement<T>;
  }

  /** Everything inside sees one snapshot. Inside another transaction it is a part of that one. */
  read<T>(work: () => T): T {
    return this.#transaction('DEFERRED', work);
  }

  /** As {@link read}, in steps. Nothing else may use this connection until the last of them. */
  *readInSteps<T>(work: () => Steps<T>): Steps<T> {
    if (this.#inside) return yield* work();
    this.#inside = true;
    try {
      const begin = () => {
        this.refreshSpaces();
        return work();
      };
      return yield* snapshot(this.#database, begin);
    } finally {
      this.#inside = false;
    }
  }

  /**
   * Takes the write lock at once, so that what was read inside still holds at the commit. Inside another one it is a
   * part of that one.
   */
  write<T>(work: () => T): T {
    return this.#transaction('IMMEDIATE', () => {
      // A newer Mneme may have upgraded the file since it was opened here.
      checkVersion(this.#database, this.path);
      return work();
    });
  }

  #transaction<T>(kind: 'DEFERRED' | 'IMMEDIATE', work: () => T): T {
    if (this.#inside) return work();
    this.#inside = true;
    try {
      return transaction(this.#database, kind, () => {
        this.refreshSpaces();
        return work();
      });
    } finally {
      this.#inside = false;
    }
  }

  /**
   * Moves the write-ahead log into the file and empties it, so that no old page is left in either, without waiting. False:
   * another connection writes, or reads what was there before.
   */
  emptyLog(): boolean {
    this.#database.exec('PRAGMA busy_timeout = 0');
    try {
      return this.column<number>('PRAGMA wal_checkpoint(TRUNCATE)').get() === 0;
    } finally {
      this.#database.exec(`PRAGMA busy_timeout = ${this.#busyTimeoutMs}`);
    }
  }

  bytes(): number {
    return Number(
      this.column<number>(
        'SELECT page_count * page_size FROM pragma_page_count, pragma_page_size',
      ).get(),
    );
  }

  close(): void {
    this.#database.close();
  }
}

/** Memories are their owner's alone. SQLite gives the log and its index the mode of the file; the system's mask lets all read. */
function makePrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
}
