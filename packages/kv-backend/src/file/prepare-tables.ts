import type { Database } from '../drivers/index.ts';
import { transaction } from '../drivers/transaction.ts';
import { type CheckedFile, checkSchema } from './check-schema.ts';
import { applicationId, schemaVersion } from './file-schema.ts';

/**
 * Makes what a file lacks, in one transaction together with the version number: a killed process leaves the file as it
 * was, and if two run at once the second finds it done.
 */
export function prepareTables(database: Database, file: CheckedFile): void {
  // A backup has no log, and neither has a file under a new key.
  database.exec('PRAGMA journal_mode = WAL');
  if (checkSchema(database, file).length === 0) return;
  transaction(database, 'IMMEDIATE', () => {
    // Another process may have been faster.
    for (const { sql } of checkSchema(database, file)) database.exec(sql);
    database.exec(
      `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`,
    );
  });
}
