import { definitions, type Tables } from '@mneme/store/rows';
import { FileSchema } from '../store/file-schema.ts';
import { dialect } from './dialect.ts';

/** Files of other versions are refused. */
export const rowsVersion = 5;

/** Only SQLite's rows have it: no name of the store's tables has a digit. */
const marks = 'marks_1';

/** The schema of a file with these tables. */
export function rowsSchema(tables: Tables): FileSchema {
  const made = definitions(tables, dialect);
  return new FileSchema({
    version: rowsVersion,
    marks,
    grows: true,
    statements: [
      `CREATE TABLE ${marks} (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`,
      ...Object.values(made.tables),
      ...Object.values(made.indexes),
    ],
  });
}
