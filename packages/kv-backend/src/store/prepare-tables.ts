import { MnemeError } from '@mneme/core/contract';
import { documentSchemaSql } from '../documents/schema.ts';
import type { Database } from '../drivers/index.ts';
import { transaction } from '../drivers/transaction.ts';
import { keySchemaSql } from '../keys/schema.ts';
import { packageVersion } from '../version.ts';
import { applicationId, schemaSql, schemaVersion, triggersSql } from './schema.ts';

/**
 * Makes the tables of an empty file in one transaction together with the number of their schema: a killed process
 * leaves the file empty, and if two run at once the second finds it done.
 */
export function prepareTables(database: Database): void {
  // A backup has no log, and neither has a file under a new key.
  database.exec('PRAGMA journal_mode = WAL');
  if (versionOf(database) > 0) return;
  transaction(database, 'IMMEDIATE', () => {
    if (versionOf(database) > 0) return; // Another process was faster.
    database.exec(schemaSql + documentSchemaSql + keySchemaSql + triggersSql);
    database.exec(
      `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`,
    );
    database.prepare(`INSERT INTO meta (key, value) VALUES ('written_by', ?)`).run(packageVersion);
  });
}

interface CheckedFile {
  path: string;
  /** The connection's name of the file. Default: `main`. */
  schema?: 'main' | 'source';
}

/** Rejects a file of another program, and one of another schema. An empty file may be used. */
export function checkOwner(database: Database, { path, schema = 'main' }: CheckedFile): void {
  const tables = database.prepareColumn(`SELECT count(*) FROM ${schema}.sqlite_schema`).get();
  if (tables === 0) return;
  if (database.prepareColumn(`PRAGMA ${schema}.application_id`).get() !== applicationId) {
    throw new MnemeError(
      'foreign_store',
      `${path} is a database of another program: give another path`,
      { field: 'path' },
    );
  }
  checkVersion(database, { path, schema });
}

/** Every schema has the table `meta`, with the version of Mneme that made it. */
export function checkVersion(database: Database, { path, schema = 'main' }: CheckedFile): void {
  const version = versionOf(database, schema);
  if (version === schemaVersion) return;
  const writer = database
    .prepareColumn<string>(`SELECT value FROM ${schema}.meta WHERE key = 'written_by'`)
    .get();
  const problem =
    version > schemaVersion
      ? `was written by Mneme ${writer ?? 'of a later version'} (schema ${version}); this is Mneme ${packageVersion}, which knows schema ${schemaVersion}: update Mneme`
      : `has schema ${version}, from before the first release, which is not upgraded: export it with the program that wrote it, and import the export`;
  throw new MnemeError('foreign_store', `${path} ${problem}`, { field: 'path' });
}

function versionOf(database: Database, schema = 'main'): number {
  return database.prepareColumn<number>(`PRAGMA ${schema}.user_version`).get() ?? 0;
}
