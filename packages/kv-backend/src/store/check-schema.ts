import { MnemeError } from '@mneme/core/contract';
import { documentSchemaSql } from '../documents/schema.ts';
import type { Database } from '../drivers/index.ts';
import { keySchemaSql } from '../keys/schema.ts';
import { schemaSql, triggers } from './schema.ts';

const tables = [
  ...(schemaSql + documentSchemaSql + keySchemaSql).matchAll(/^CREATE TABLE \w+ \(/gm),
].map(([beginning]) => beginning);

/** Prefixes of SQLite's own tables and indexes, which have no effect by themselves. */
const passive = /^CREATE (TABLE|VIRTUAL TABLE|VIEW|INDEX|UNIQUE INDEX) /;

/**
 * Refuses a file with a foreign trigger, which would run at each write and could copy removed data, and a file with a
 * view in place of a table. Compares the text that SQLite reads, because everything else of a schema can be forged.
 * `whole`: the file has the tables of this version.
 */
export function checkSchema(
  database: Database,
  { path, whole }: { path: string; whole: boolean },
): void {
  const found = database
    .prepare<{ name: string; sql: string }>('SELECT name, sql FROM sqlite_schema WHERE sql <> ?')
    .all('');
  const foreign = found.find(({ sql }) => !passive.test(sql) && !triggers.includes(sql));
  if (foreign !== undefined)
    throw strange(
      path,
      `it has the trigger ${JSON.stringify(foreign.name.slice(0, 100))}, which could keep copies of what is removed; drop it if it is yours`,
    );
  const isThere = (beginning: string) => found.some(({ sql }) => sql.startsWith(beginning));
  const missing = whole ? [...tables, ...triggers].find((sql) => !isThere(sql)) : undefined;
  if (missing !== undefined)
    throw strange(
      path,
      `it has no table or index that begins with "${missing.split('\n')[0]?.slice(0, 100)}"`,
    );
}

function strange(path: string, what: string): MnemeError {
  return new MnemeError(
    'damaged',
    `the schema of ${path} was changed by another program (${what}): restore the file from a backup`,
  );
}
