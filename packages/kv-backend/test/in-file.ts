import { type Database, loadDriver } from '../src/drivers/index.ts';

/** Changes a database file without Mneme. */
export async function inFile<T>(
  file: string | { path: string; key: string | undefined },
  work: (database: Database) => T,
): Promise<T> {
  const { path, key } = typeof file === 'string' ? { path: file, key: undefined } : file;
  const library = key === undefined ? 'better-sqlite3' : 'better-sqlite3-multiple-ciphers';
  const database = (await loadDriver(library)).open(path, key);
  try {
    return work(database);
  } finally {
    database.close();
  }
}
