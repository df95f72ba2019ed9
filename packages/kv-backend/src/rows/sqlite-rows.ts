import { type Compaction, Lifecycle, type Remains, type StoreFault } from '@mneme/core/contract';
import {
  assertBatch,
  assertQuestions,
  type Batch,
  type Question,
  type Row,
  type Rows,
  type Tables,
} from '@mneme/store/rows';
import type { BackupOptions, BackupReport } from '../backup.ts';
import { loadDriver } from '../drivers/index.ts';
import type { ConnectionOptions } from '../file/connection.ts';
import { connectionOptions, type SqliteBackendOptions } from '../sqlite-options.ts';
import { StoreFile } from '../store-file.ts';

/**
 * Rows in one SQLite file, which several processes may use at once. Short calls run at once; long ones run in a thread
 * beside the event loop.
 * @example
 * const rows = sqliteRows({ path: 'ada.db' });
 */
export function sqliteRows(options: SqliteBackendOptions): SqliteRows {
  return new SqliteRows(connectionOptions(options));
}

interface Opened {
  file: StoreFile;
  tables: Tables;
}

/** Rows in one SQLite file. Made by {@link sqliteRows}. */
export class SqliteRows implements Rows {
  readonly name = 'sqlite';
  readonly where: string;
  readonly #options: ConnectionOptions;
  readonly #lifecycle: Lifecycle<Opened>;
  #file: StoreFile | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.where = options.path;
    this.#lifecycle = new Lifecycle(options.path);
  }

  prepare(): void {
    // `open` meets and reports any failure.
    loadDriver(this.#options.driver).catch(() => {});
  }

  open(tables: Tables): Promise<void> {
    return this.#lifecycle.open(async () => {
      const file = new StoreFile({ ...this.#options, tables });
      this.#file = file;
      await file.open();
      return { file, tables };
    });
  }

  read(scope: string | undefined, questions: readonly Question[]): Promise<Row[][]> {
    return this.#lifecycle.run(async ({ file, tables }) => {
      assertQuestions(questions, { tables, scope });
      return (await file.read('read', { scope, questions })) as Row[][];
    });
  }

  write(scope: string | undefined, batch: Batch): Promise<boolean> {
    return this.#lifecycle.run(async ({ file, tables }) => {
      assertBatch(batch, { tables, scope });
      return file.write('write', batch);
    });
  }

  remains(options: { wait: boolean }): Promise<Remains> {
    return this.#lifecycle.run(({ file }) => file.remains(options));
  }

  check(): Promise<StoreFault[]> {
    return this.#lifecycle.run(({ file }) => file.read('check'));
  }

  /** Builds the indexes anew, after {@link check} has found faults that this mends. */
  mend(): Promise<void> {
    return this.#lifecycle.run(({ file }) => file.write('mend'));
  }

  bytes(): Promise<number> {
    return this.#lifecycle.run(({ file }) => file.read('bytes'));
  }

  compact(options: { freeShare: number }): Promise<Compaction> {
    return this.#lifecycle.run(({ file }) => file.write('compact', options));
  }

  /**
   * Writes a copy of the file while it is in use: everything acknowledged before the call, as one consistent state,
   * under the same key. The copy is read and checked before it gets its name, and is a store like any other. Nobody
   * waits for it. Call it after {@link open}.
   * @example
   * const { records } = await backend.backup({ path: '/backups/ada.db' });
   */
  backup(options: BackupOptions): Promise<BackupReport> {
    return this.#lifecycle.run(({ file }) => file.backup(options));
  }

  close(): Promise<void> {
    return this.#lifecycle.close(async () => this.#file?.close());
  }
}
