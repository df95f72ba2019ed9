import { definitions, type Table, type Tables } from '@mneme/store/rows';
import { FileSchema, marksTable, objectsOf } from '../file/file-schema.ts';
import { dialect } from './dialect.ts';

/** Short, so that a long text of somebody else costs little time. */
const name = '[a-z_]{1,64}';
const list = `${name}(?:, ${name})*`;
const column = `${name} (?:${Object.values(dialect.types).join('|')})(?: NOT NULL)?`;
const present = `${name} IS NOT NULL`;
/** What `definitions` makes. */
const form = new RegExp(
  `^CREATE (?:TABLE ${name} \\(${column}(?:, ${column})*, PRIMARY KEY \\(${list}\\)\\)(?: WITHOUT ROWID)?|` +
    `INDEX (${name})_${name} ON \\1 \\(${list}\\)(?: WHERE ${present}(?: AND ${present})*)?)$`,
);

/** Rows that are nothing but their key are kept once, in its index. Others are smaller apart from it. */
function ending(table: Table | undefined): string {
  const isKey = Object.keys(table?.columns ?? {}).every((column) => table?.key.includes(column));
  return isKey ? ' WITHOUT ROWID' : '';
}

/**
 * The schema of a file with these tables. It may have others, and other indexes, if their text is of the form that is
 * made for tables: then nothing in it runs or computes anything.
 */
export function rowsSchema(tables: Tables): FileSchema {
  const made = definitions(tables, dialect);
  const statements = [
    `CREATE TABLE ${marksTable} (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`,
    ...Object.entries(made.tables).map(([name, sql]) => `${sql}${ending(tables[name])}`),
    ...Object.values(made.indexes),
  ];
  return new FileSchema(statements, {
    more: (name, sql) =>
      typeof sql === 'string' && form.test(sql) ? objectsOf([sql]).get(name) : undefined,
  });
}
