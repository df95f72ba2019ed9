import Sqlite from 'better-sqlite3';
import { databaseOf } from './database-of.ts';
import type { UnguardedDriver } from './guard.ts';

export const driver: UnguardedDriver = {
  open: (path) => databaseOf(new Sqlite(path)),
  openToRead: (path) => databaseOf(new Sqlite(path, { readonly: true, fileMustExist: true })),
};
