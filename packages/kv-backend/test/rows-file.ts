import type { RowsStore } from '@mneme/conformance';
import type { SqliteRows } from '@mneme/sqlite';
import { testFile } from './test-file.ts';

/** The store under test for the suite of rows. */
export async function rowsFile(make: (path: string) => SqliteRows): Promise<RowsStore> {
  const { backend, reopen, bytes, destroy } = await testFile(make);
  return { rows: backend, reopen, files: bytes, destroy };
}
