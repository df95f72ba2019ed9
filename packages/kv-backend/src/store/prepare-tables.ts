import type { Database } from '../drivers/index.ts';
import { transaction } from '../drivers/transaction.ts';
import { checkSchema } from './check-schema.ts';
import { newFileSql } from './own-schema.ts';
import { applicationId, schemaVersion } from './schema.ts';

/**
 * Makes the tables of an empty file, in one transaction together with the version number: a killed process leaves the
 * file as it was, and if two run at once the second finds it done.
 */
export function prepareTables(database: Database, { path }: { path: string }): void {
  // A backup has no log, and neither has a file under a new key.
  database.exec('PRAGMA journal_mode = WAL');
  if (checkSchema(database, { path })) return;
  transaction(database, 'IMMEDIATE', () => {
    if (checkSchema(database, { path })) return; // Another process was faster.
    database.exec(newFileSql);
    database.exec(
      `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`,
    );
  });
}
