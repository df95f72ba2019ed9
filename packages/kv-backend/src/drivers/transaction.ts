import type { Database } from './driver.ts';

/**
 * Everything inside is done, or nothing. `IMMEDIATE` takes the write lock at once, so that what was read inside still
 * holds at the commit; `DEFERRED` sees one snapshot.
 */
export function transaction<T>(
  database: Database,
  kind: 'DEFERRED' | 'IMMEDIATE',
  work: () => T,
): T {
  database.exec(`BEGIN ${kind}`);
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    try {
      database.exec('ROLLBACK');
    } catch {
      // SQLite has rolled back by itself, as it does when the device is full: the first error is the one to tell.
    }
    throw error;
  }
}
