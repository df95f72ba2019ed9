import { MnemeError } from '@mneme/core/contract';
import { documentSchemaSql } from '../documents/schema.ts';
import type { Database } from '../drivers/index.ts';
import { transaction } from '../drivers/transaction.ts';
import { keySchemaSql } from '../keys/schema.ts';
import { packageVersion } from '../version.ts';
import { applicationId, schemaSql, schemaVersion, triggersSql } from './schema.ts';
import { firstSchema, type Upgrade, upgrades } from './upgrades.ts';

/**
 * Makes the tables of an empty file, or upgrades those of an older one, in one transaction together with the version
 * number: a killed process leaves the file as it was, and if two run at once the second finds it done. Rows that need
 * rewriting follow afterwards: see `upgrade-rows.ts`.
 */
export function prepareTables(
  database: Database,
  { path, steps = upgrades }: { path: string; steps?: readonly Upgrade[] },
): void {
  const current = firstSchema + steps.length;
  // A backup has no log, and neither has a file under a new key.
  database.exec('PRAGMA journal_mode = WAL');
  if (versionOf(database) === current) return;
  // As SQLite advises for rebuilding tables; it has no effect inside a transaction.
  database.exec('PRAGMA foreign_keys = OFF');
  try {
    transaction(database, 'IMMEDIATE', () => {
      const version = versionOf(database);
      if (version === current) return; // Another process was faster.
      checkVersion(database, { path });
      if (version === 0) {
        database.exec(schemaSql + documentSchemaSql + keySchemaSql + triggersSql);
        database.exec(`PRAGMA application_id = ${applicationId}`);
      } else {
        for (const upgrade of steps.slice(version - firstSchema)) upgrade(database);
        checkReferences(database, { path, version });
      }
      database
        .prepare(`INSERT OR REPLACE INTO meta (key, value) VALUES ('written_by', ?)`)
        .run(packageVersion);
      database.exec(`PRAGMA user_version = ${current}`);
    });
  } finally {
    database.exec('PRAGMA foreign_keys = ON');
  }
}

/** Rejects a file of another program, one of a newer Mneme, and one older than {@link firstSchema}. An empty file may be used. */
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

interface CheckedFile {
  path: string;
  /** The connection's name of the file. Default: `main`. */
  schema?: 'main' | 'source';
}

/** Every schema has the table `meta`, with the version of Mneme that made it. */
export function checkVersion(database: Database, { path, schema = 'main' }: CheckedFile): void {
  const version = versionOf(database, schema);
  if (version > 0 && version < firstSchema)
    throw new MnemeError(
      'foreign_store',
      `${path} has schema ${version}, from before the first release, which is not upgraded: export it with the program that wrote it, and import the export`,
      { field: 'path' },
    );
  if (version <= schemaVersion) return;
  const writer = database
    .prepareColumn<string>(`SELECT value FROM ${schema}.meta WHERE key = 'written_by'`)
    .get();
  throw new MnemeError(
    'foreign_store',
    `${path} was written by Mneme ${writer ?? 'of a later version'} (schema ${version}); this is Mneme ${packageVersion}, which knows schema ${schemaVersion}: update Mneme`,
    { field: 'path' },
  );
}

function versionOf(database: Database, schema = 'main'): number {
  return database.prepareColumn<number>(`PRAGMA ${schema}.user_version`).get() ?? 0;
}

function checkReferences(
  database: Database,
  { path, version }: { path: string; version: number },
): void {
  if (database.prepare('PRAGMA foreign_key_check').get() === undefined) return;
  throw new MnemeError(
    'unavailable',
    `${path} could not be upgraded from schema ${version}: rows in it refer to rows that are not there. It was not changed; restore it from a backup`,
    { field: 'path' },
  );
}
