import { MnemeError } from '@mneme/core/contract';
import type { Database } from '../drivers/index.ts';
import { packageVersion } from '../version.ts';
import { foreignRow, missingName, type SchemaRow } from './own-schema.ts';
import { applicationId, schemaVersion } from './schema.ts';

export interface CheckedFile {
  path: string;
  /** The connection's name of the file. Default: `main`. */
  schema?: 'main' | 'source';
}

/** More than a file of Mneme ever has. */
const mostRows = 2000;

/**
 * Whether a file is Mneme's: false for an empty one. Rejects a file of another program, one of another schema version,
 * and one in which anything is not as Mneme makes it. It reads nothing but the schema's own table, so that nothing of
 * the file's is run or computed.
 */
export function checkSchema(database: Database, { path, schema = 'main' }: CheckedFile): boolean {
  const rows = database
    .prepare<SchemaRow>(
      `SELECT type, name, tbl_name, sql FROM ${schema}.sqlite_schema LIMIT ${mostRows}`,
    )
    .all();
  if (rows.length === 0) return false;
  if (database.prepareColumn(`PRAGMA ${schema}.application_id`).get() !== applicationId) {
    throw new MnemeError(
      'foreign_store',
      `${path} is a database of another program: give another path`,
      { field: 'path' },
    );
  }
  checkVersion(database, { path, schema });
  const foreign = foreignRow(rows);
  if (foreign !== undefined) {
    const [type, name] = [foreign.type, foreign.name].map((value) => String(value).slice(0, 100));
    throw strange(
      path,
      `its ${type} ${JSON.stringify(name)} is not one of Mneme's, and could run code or keep copies of what is removed: drop it if it is yours`,
    );
  }
  const missing = missingName(rows);
  if (missing !== undefined) throw strange(path, `it lacks ${missing}: find out what removed it`);
  return true;
}

/** Rejects a file of another version of the schema: nothing else of it is read. */
export function checkVersion(database: Database, { path, schema = 'main' }: CheckedFile): void {
  const version = versionOf(database, schema);
  if (version === schemaVersion) return;
  throw new MnemeError(
    'foreign_store',
    version < schemaVersion
      ? `${path} has schema ${version}, from an earlier Mneme, and this one reads schema ${schemaVersion}: write it to a file with "mneme db export --records" of the Mneme that made it, and read that here with "mneme import --records"`
      : `${path} was written by a later Mneme (schema ${version}); this is Mneme ${packageVersion}, which knows schema ${schemaVersion}: update Mneme`,
    { field: 'path' },
  );
}

function versionOf(database: Database, schema: string): number {
  return database.prepareColumn<number>(`PRAGMA ${schema}.user_version`).get() ?? 0;
}

function strange(path: string, what: string): MnemeError {
  return new MnemeError(
    'damaged',
    `the schema of ${path} is not as Mneme makes it: ${what}, or restore the file from a backup`,
  );
}
