import { Lifecycle } from '@mneme/core/contract';
import { assertBatch, assertQuestions, type Row, type Rows } from '@mneme/store/rows';
import type { BackupOptions, BackupReport } from '../backup.ts';
import { loadDriver } from '../drivers/index.ts';
import { connectionOptions, type SqliteBackendOptions } from '../sqlite-options.ts';
import { StoreFile } from '../store-file.ts';

/** Rows in one SQLite file. Made by {@link sqliteRows}. */
export interface SqliteRows extends Required<Omit<Rows, 'gauges' | 'seal'>> {
  /**
   * Writes a copy of the file while it is in use: everything acknowledged before the call, as one consistent state,
   * under the same key. The copy is read and checked before it gets its name, and is a store like any other. Nobody
   * waits for it. Call it after {@link open}.
   * @example
   * const { records } = await backend.backup({ path: '/backups/ada.db' });
   */
  backup(options: BackupOptions): Promise<BackupReport>;
}

/**
 * Rows in one SQLite file, which several processes may use at once. Short calls run at once; long ones run in a thread
 * beside the event loop.
 * @example
 * const rows = sqliteRows({ path: 'ada.db' });
 */
export function sqliteRows(given: SqliteBackendOptions): SqliteRows {
  const options = connectionOptions(given);
  const life = new Lifecycle<StoreFile>(options.path);
  let opened: StoreFile | undefined;
  return {
    name: 'sqlite',
    where: options.path,
    // `open` meets and reports any failure.
    prepare: () => void loadDriver(options.driver).catch(() => {}),
    open: (tables) =>
      life.open(async () => {
        opened = new StoreFile({ ...options, tables });
        await opened.open();
        return opened;
      }),
    read: (scope, questions) =>
      life.run(async (file) => {
        assertQuestions(questions, { tables: file.tables, scope });
        return (await file.read('read', { scope, questions })) as Row[][];
      }),
    write: (scope, batch) =>
      life.run(async (file) => {
        assertBatch(batch, { tables: file.tables, scope });
        return file.write('write', batch);
      }),
    remains: (how) => life.run((file) => file.remains(how)),
    check: () => life.run((file) => file.read('check')),
    mend: () => life.run((file) => file.write('mend')),
    bytes: () => life.run((file) => file.read('bytes')),
    compact: (how) => life.run((file) => file.write('compact', how)),
    backup: (to) => life.run((file) => file.backup(to)),
    close: () => life.close(async () => opened?.close()),
  };
}
