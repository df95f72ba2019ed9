import type { Database } from './driver.ts';

/**
 * Everything inside happens, or nothing. `IMMEDIATE` takes the write lock at once, so that everything read inside is
 * still valid at the commit; `DEFERRED` sees one snapshot.
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
      // SQLite has rolled back by itself, as on a full disk: the first error is the useful one.
    }
    throw error;
  }
}
