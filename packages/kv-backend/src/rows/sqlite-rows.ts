import type { Batch, Question, Row, Rows, Tables } from '@mneme/store/rows';
import { definitions } from '@mneme/store/rows';
import {
  claimDriver,
  type Database,
  type DriverName,
  loadDriver,
  type Statement,
} from '../drivers/index.ts';
import { transaction } from '../drivers/transaction.ts';
import { parseFileKey } from '../file-key.ts';
import { translateError } from '../store/errors.ts';
import { dialect } from './dialect.ts';
import { RowStatements } from './row-statements.ts';

export interface SqliteRowsOptions {
  path: string;
  busyTimeoutMs?: number;
  durability?: 'full' | 'normal';
  driver?: DriverName;
  key?: string | Uint8Array;
}

/** Rows in one SQLite file. */
export function sqliteRows(options: SqliteRowsOptions): SqliteRows {
  return new SqliteRows(options);
}

export class SqliteRows implements Rows {
  readonly name = 'sqlite';
  readonly #options: SqliteRowsOptions;
  readonly #prepared = new Map<string, Statement<unknown>>();
  #rows = new RowStatements({});
  #database: Database | undefined;

  constructor(options: SqliteRowsOptions) {
    this.#options = options;
  }

  async open(tables: Tables): Promise<void> {
    const { path, key, busyTimeoutMs = 5000, durability = 'full', driver } = this.#options;
    const { open } = await loadDriver(claimDriver(driver, { encrypts: key !== undefined }));
    this.#rows = new RowStatements(tables);
    this.#translated(() => {
      const database = open(path, key === undefined ? undefined : parseFileKey(key, 'key'));
      this.#database = database;
      database.exec(
        `PRAGMA busy_timeout = ${busyTimeoutMs}; PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON; PRAGMA synchronous = ${durability}`,
      );
      transaction(database, 'IMMEDIATE', () => {
        const found = database
          .prepareColumn<string>('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL')
          .all();
        const made = definitions(tables, dialect);
        for (const sql of [...Object.values(made.tables), ...Object.values(made.indexes)])
          if (!found.includes(sql)) database.exec(sql);
      });
    });
  }

  async read(scope: string | undefined, questions: readonly Question[]): Promise<Row[][]> {
    return this.#translated(() =>
      transaction(this.#database as Database, 'DEFERRED', () =>
        this.#rows.read(this, { scope, questions }),
      ),
    );
  }

  async write(scope: string | undefined, batch: Batch): Promise<boolean> {
    return this.#translated(() =>
      transaction(this.#database as Database, 'IMMEDIATE', () =>
        this.#rows.write(this, { scope, batch }),
      ),
    );
  }

  async bytes(): Promise<number> {
    return Number(
      this.#database
        ?.prepareColumn('SELECT page_count * page_size FROM pragma_page_count, pragma_page_size')
        .get(),
    );
  }

  async close(): Promise<void> {
    this.#database?.close();
    this.#database = undefined;
  }

  statement<T>(sql: string): Statement<T> {
    let known = this.#prepared.get(sql);
    if (known === undefined) {
      known = (this.#database as Database).prepare(sql);
      this.#prepared.set(sql, known);
    }
    return known as Statement<T>;
  }

  #translated<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw translateError(error, this.#options.path);
    }
  }
}
