import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Statement, UnguardedDatabase, UnguardedDriver } from './driver.ts';

export const driver: UnguardedDriver = {
  open: (path) => databaseOf(new DatabaseSync(path)),
  openToRead: (path) => databaseOf(new DatabaseSync(path, { readOnly: true })),
};

function databaseOf(database: DatabaseSync): UnguardedDatabase {
  // Only newer versions have it, and not all of them switch it on.
  const { enableDefensive } = database as { enableDefensive?: (on: boolean) => void };
  enableDefensive?.call(database, true);
  return {
    exec: (sql) => database.exec(sql),
    prepare: <T>(sql: string) => statementOf(database.prepare(sql), (row) => ({ ...row }) as T),
    prepareColumn: <T>(sql: string) =>
      statementOf(database.prepare(sql), (row) => Object.values(row)[0] as T),
    close: () => database.close(),
  };
}

function statementOf<T>(statement: StatementSync, read: (row: object) => T): Statement<T> {
  return {
    all: (...parameters) => statement.all(...(parameters as SQLInputValue[])).map(read),
    get: (...parameters) => {
      const row = statement.get(...(parameters as SQLInputValue[]));
      return row === undefined ? undefined : read(row);
    },
    run: (...parameters) => {
      const { changes } = statement.run(...(parameters as SQLInputValue[]));
      return { changes: Number(changes) };
    },
  };
}
