import { MnemeError } from '@mneme/core/contract';
import { driverToRead, loadDriver } from './drivers/index.ts';

/** A SQLite file of another program, opened for reading. */
export interface ForeignFile {
  /** The names of its tables. */
  tables(): string[];
  /** The names of a table's columns; empty if there is no such table. */
  columns(table: string): string[];
  /** Rows as objects: a BLOB is a Uint8Array, an INTEGER a number. Parameters are positional. */
  rows<T>(sql: string, ...parameters: unknown[]): T[];
  close(): void;
}

/**
 * Opens a SQLite file of another program, which may be using it. Nothing in it is changed. Throws `invalid_input` for a
 * file that cannot be read.
 * @example
 * const file = await openForeignFile('history.db');
 * file.rows('select * from history where rowid > ? order by rowid limit 500', 0);
 */
export async function openForeignFile(path: string): Promise<ForeignFile> {
  const driver = await loadDriver(driverToRead());
  const guarded = <T>(read: () => T): T => {
    try {
      return read();
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new MnemeError(
        'invalid_input',
        `"${path}" cannot be read as a SQLite file (${message}): give the whole file, with its -wal beside it if there is one`,
        { field: 'file', cause },
      );
    }
  };
  const database = guarded(() => driver.openToRead(path));
  return {
    tables: () =>
      guarded(() =>
        database.prepareColumn<string>("select name from sqlite_master where type = 'table'").all(),
      ),
    columns: (table) =>
      guarded(() =>
        database.prepareColumn<string>('select name from pragma_table_info(?)').all(table),
      ),
    rows: <T>(sql: string, ...parameters: unknown[]) =>
      guarded(() => database.prepare<T>(sql).all(...parameters)),
    close: () => database.close(),
  };
}
