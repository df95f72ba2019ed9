import { documentSchemaSql } from '../documents/schema.ts';
import { keySchemaSql } from '../keys/schema.ts';
import { schemaSql, triggers, triggersSql, vectorTablesSql } from './schema.ts';

/** Makes the tables of a new file. */
export const newFileSql = `${schemaSql}${documentSchemaSql}${keySchemaSql}${triggersSql}`;

/** A row of SQLite's schema table. Its values can be of any type in a file that somebody else made. */
export interface SchemaRow {
  type: unknown;
  name: unknown;
  tbl_name: unknown;
  sql: unknown;
}

/** What the schema of a file has, by name. */
interface OwnObject {
  type: string;
  table: string;
  sql: string;
}

const beginning = /^CREATE (?:UNIQUE )?(TABLE|INDEX|TRIGGER) (\w+)(?:[^(]*? ON (\w+))?/;

function objectsOf(statements: readonly string[]): Map<string, OwnObject> {
  return new Map(
    statements.map((sql) => {
      const [, type = '', name = '', table = name] = beginning.exec(sql) ?? [];
      return [name, { type: type.toLowerCase(), table, sql }];
    }),
  );
}

/** No statement but a trigger has a semicolon inside. */
function statementsOf(sql: string): string[] {
  return sql
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

const fixed = objectsOf([
  ...statementsOf(`${schemaSql}${documentSchemaSql}${keySchemaSql}`),
  ...triggers,
]);

/** SQLite makes them for AUTOINCREMENT and for ANALYZE. */
const ofSqlite = objectsOf([
  'CREATE TABLE sqlite_sequence(name,seq)',
  'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
]);

/** `vectors`, `vectors_2` and so on, and the tables and indexes named after them. */
const vectorName = /^(vectors(?:_[1-9]\d{0,8})?)(?:_codes(?:_changed)?)?$/;

/** Whether a name is one that Mneme gives to the vector table of an embedder. */
export function isVectorTable(name: unknown): name is string {
  return typeof name === 'string' && vectorName.exec(name)?.[1] === name;
}

/** Whether a name is one that a table of Mneme has. */
export function isOwnTable(name: string): boolean {
  return ownObject(name)?.type === 'table';
}

/** What Mneme makes under this name. Undefined: nothing. */
function ownObject(name: string): OwnObject | undefined {
  const base = vectorName.exec(name)?.[1];
  return (
    fixed.get(name) ??
    ofSqlite.get(name) ??
    (base === undefined ? undefined : objectsOf(statementsOf(vectorTablesSql(base))).get(name))
  );
}

/**
 * The first row of a schema that Mneme did not make. The whole text is compared, because it is what SQLite runs:
 * a trigger, a view, a generated column, an expression in an index, a default or a check could run or compute something.
 */
export function foreignRow(rows: readonly SchemaRow[]): SchemaRow | undefined {
  return rows.find(({ type, name, tbl_name: table, sql }) => {
    if (typeof name !== 'string' || typeof table !== 'string') return true;
    // The index of a UNIQUE or PRIMARY KEY has no text.
    if (sql === null)
      return !(
        type === 'index' &&
        ownObject(table)?.type === 'table' &&
        new RegExp(`^sqlite_autoindex_${table}_\\d{1,2}$`).test(name)
      );
    const own = ownObject(name);
    return own === undefined || own.type !== type || own.table !== table || own.sql !== sql;
  });
}

/** The name of the first table, index or trigger that every file of Mneme has, and this one has not. */
export function missingName(rows: readonly SchemaRow[]): string | undefined {
  const names = new Set(rows.map(({ name }) => name));
  return [...fixed.keys()].find((name) => !names.has(name));
}
