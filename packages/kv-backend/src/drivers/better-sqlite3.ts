import Sqlite from 'better-sqlite3';
import type { Driver, Statement } from './driver.ts';

export const driver: Driver = {
  open(path) {
    const database = new Sqlite(path);
    return {
      exec: (sql) => void database.exec(sql),
      prepare: <T>(sql: string) => database.prepare(sql) as unknown as Statement<T>,
      prepareColumn: <T>(sql: string) => database.prepare(sql).pluck() as unknown as Statement<T>,
      loadExtension: (file) => void database.loadExtension(file),
      close: () => void database.close(),
    };
  },
};
