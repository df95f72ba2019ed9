import { MnemeError } from '@mneme/core/contract';
import { type Database, transaction } from '../drivers/index.ts';
import { packageVersion } from '../version.ts';
import { applicationId, type FileSchema, type SchemaRow, schemaVersion } from './file-schema.ts';

export interface CheckedFile {
  path: string;
  own: FileSchema;
}

/** More than a file of Mneme ever has. */
const mostRows = 2000;

/**
 * What a file lacks of Mneme's tables and indexes: all of them if it is empty. Rejects a file of another
 * program, one of another schema version, and one in which anything is not as Mneme makes it. It reads nothing but the
 * schema's own table, so that nothing of the file's is run or computed.
 */
export function checkSchema(
  database: Database,
  { path, own }: CheckedFile,
): { name: string; sql: string }[] {
  const rows = database
    .prepare<SchemaRow>(`SELECT type, name, tbl_name, sql FROM sqlite_schema LIMIT ${mostRows}`)
    .all();
  const lacking = own.lacking(rows);
  if (rows.length === 0) return lacking;
  if (database.prepareColumn('PRAGMA application_id').get() !== applicationId) {
    throw new MnemeError(
      'foreign_store',
      `${path} is a database of another program: give another path`,
      { field: 'path' },
    );
  }
  checkVersion(database, path);
  const foreign = own.foreignRow(rows);
  if (foreign !== undefined) {
    const [type, name] = [foreign.type, foreign.name].map((value) => String(value).slice(0, 100));
    if (type === 'table' && own.isTable(String(name)))
      throw new MnemeError(
        'foreign_store',
        `${path} has a table ${name} with other columns: give another path`,
        { field: 'path' },
      );
    throw strange(
      path,
      `its ${type} ${JSON.stringify(name)} is not one of Mneme's, and could run code or keep copies of what is removed: drop it if it is yours`,
    );
  }
  return lacking;
}

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

/** Throws for a file that lacks something. */
export function requireAll([missing]: readonly { name: string }[], path: string): void {
  if (missing !== undefined)
    throw strange(path, `it lacks ${missing.name}: find out what removed it`);
}

/** Rejects a file of another version of the schema: nothing else of it is read. */
export function checkVersion(database: Database, path: string): void {
  const version = database.prepareColumn<number>('PRAGMA user_version').get() ?? 0;
  if (version === schemaVersion) return;
  throw new MnemeError(
    'foreign_store',
    version < schemaVersion
      ? `${path} has schema ${version}, from an earlier Mneme, and this one reads schema ${schemaVersion}: write it to a file with "mneme db export --records" of the Mneme that made it, and read that here with "mneme import --records"`
      : `${path} was written by a later Mneme (schema ${version}); this is Mneme ${packageVersion}, which knows schema ${schemaVersion}: update Mneme`,
    { field: 'path' },
  );
}

function strange(path: string, what: string): MnemeError {
  return new MnemeError(
    'damaged',
    `the schema of ${path} is not as Mneme makes it: ${what}, or restore the file from a backup`,
  );
}
