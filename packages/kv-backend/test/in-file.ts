import { type Database, loadDriver } from '../src/drivers/index.ts';
import { loadVectors } from '../src/drivers/load-vectors.ts';

/** Works on a file without Mneme. */
export async function inFile<T>(path: string, work: (database: Database) => T): Promise<T> {
  const database = (await loadDriver('better-sqlite3')).open(path);
  loadVectors(database);
  try {
    return work(database);
  } finally {
    database.close();
  }
}
