import Sqlite from 'better-sqlite3';
import { databaseOf, type UnguardedDriver } from './driver.ts';

export const driver: UnguardedDriver = {
  open: (path) => databaseOf(new Sqlite(path)),
  openToRead: (path) => databaseOf(new Sqlite(path, { readonly: true, fileMustExist: true })),
};
