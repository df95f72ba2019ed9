import Sqlite from 'better-sqlite3';
import { databaseOf } from './database-of.ts';
import type { Driver } from './driver.ts';

export const driver: Driver = {
  open: (path) => databaseOf(new Sqlite(path)),
  openToRead: (path) => databaseOf(new Sqlite(path, { readonly: true, fileMustExist: true })),
};
