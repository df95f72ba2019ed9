import { MnemeError } from '@mneme/core/contract';
import { driverToRead, loadDriver } from '../drivers/index.ts';
import { bounded } from './bounded.ts';
import { checkJournal } from './check-journal.ts';
import { copySource } from './copy-to-read.ts';
import { FileHandles } from './file-handles.ts';
import { everyRow } from './statements.ts';
import { usesLog } from './stray-log.ts';

/** A SQLite file of another program, opened for reading. */
export interface ForeignFile {
  /**
   * A table with those of the columns that it has. Undefined if there is none of this name, or it has none of the
   * columns. Throws `invalid_input` if its values are not stored but computed: for a view, a virtual table and a
   * generated column.
   */
  table(name: string, columns: readonly string[]): ForeignTable | undefined;
  close(): void;
}

/** A table of another program's file. */
export interface ForeignTable {
  /** The columns that it has, of those asked for. */
  readonly columns: readonly string[];
  /**
   * Its rows in the order of their numbers (`place`). A BLOB is a Uint8Array, an INTEGER a number, and a value over 64
   * MiB an empty text.
   */
  rows<Row>(): Iterable<Row & { place: number }>;
}

/**
 * Opens a SQLite file of another program, which may be using it. Nothing in it or beside it is changed, and nothing of
 * it is run. Throws `invalid_input` for a file that cannot be read.
 * @example
 * const file = await openForeignFile('history.db');
 * for (const row of file.table('history', ['memory_id'])?.rows() ?? []) console.log(row.place);
 */
export async function openForeignFile(path: string): Promise<ForeignFile> {
  const driver = await loadDriver(driverToRead());
  const handles = new FileHandles(path);
  const opened: number[] = [];
  const copy = usesLog(path, opened) ? await copySource(path, opened) : undefined;
  handles.add(opened);
  const guarded = <T>(read: () => T): T => {
    try {
      return read();
    } catch (cause) {
      if (MnemeError.isInstance(cause)) throw cause;
      const message = cause instanceof Error ? cause.message : String(cause);
      throw unreadable(path, message, cause);
    }
  };
  const release = () => {
    copy?.remove();
    handles.close();
  };
  try {
    if (copy === undefined) checkJournal(path, { readOnly: true });
    const database = guarded(() => driver.openToRead(copy?.path ?? path));
    const source = {
      path,
      statement: <T>(sql: string) => database.prepare<T>(sql),
    };
    return {
      table: (name, columns) =>
        guarded(() => {
          const found = database
            .prepare<{ sql: unknown }>('SELECT sql FROM sqlite_schema WHERE name = ?')
            .all(name);
          if (found.length === 0) return undefined;
          // SQLite goes by this text, whatever else the schema says.
          const begin = new RegExp(`^CREATE TABLE ["'\`[]?${name}\\b`, 'i');
          if (!found.every(({ sql }) => typeof sql === 'string' && begin.test(sql)))
            throw unfit(path, `${name} is a view or a virtual table, which is computed`);
          const all = database
            .prepare<{ name: string; hidden: number }>(
              'SELECT name, hidden FROM pragma_table_xinfo(?)',
            )
            .all(name);
          const there = all.filter((column) => columns.includes(column.name));
          const strange = all.find((column) => /^(?:rowid|oid|_rowid_)$/i.test(column.name));
          if (strange !== undefined)
            throw unfit(path, `${name} has a column ${strange.name}, which hides the row numbers`);
          const generated = there.find(({ hidden }) => hidden !== 0);
          if (generated !== undefined)
            throw unfit(path, `the column ${generated.name} of ${name} is computed`);
          if (there.length === 0) return undefined;
          const names = columns.filter((column) => there.some((each) => each.name === column));
          const selected = names.map((column) => bounded(`"${column}"`)).join(', ');
          return {
            columns: names,
            rows: function* <Row>() {
              const rows = everyRow<Row>(
                source,
                `SELECT rowid AS place, ${selected} FROM "${name}" WHERE rowid > ? ORDER BY rowid`,
                { after: Number.MIN_SAFE_INTEGER },
              );
              for (;;) {
                const next = guarded(() => rows.next());
                if (next.done) return;
                yield next.value;
              }
            },
          };
        }),
      close() {
        database.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

function unreadable(path: string, message: string, cause: unknown): MnemeError {
  return new MnemeError(
    'invalid_input',
    `"${path}" cannot be read as a SQLite file (${message}): give the whole file, with its -wal beside it if there is one`,
    { field: 'file', cause },
  );
}

function unfit(path: string, problem: string): MnemeError {
  return new MnemeError(
    'invalid_input',
    `"${path}" is not read, because ${problem}: give a file that the program itself has written`,
    { field: 'file' },
  );
}
