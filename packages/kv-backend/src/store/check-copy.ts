import { MnemeError } from '@mneme/core/contract';
import type { Database, Driver } from '../drivers/index.ts';
import { ownSchema } from './own-schema.ts';

/** Number of rows in each table, including the tables of words and vectors. */
export function tableCounts(database: Database, schema: 'main' | 'source'): Map<string, number> {
  const names = database
    .prepareColumn<string>(
      `SELECT name FROM ${schema}.sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name`,
    )
    .all()
    .filter((name) => ownSchema.isTable(name));
  const count = (name: string) =>
    database.prepareColumn<number>(`SELECT count(*) FROM ${schema}."${name}"`).get() ?? 0;
  return new Map(names.map((name) => [name, count(name)]));
}

/** Reads a whole copy: every page, every index, and that all counted rows are there. */
export function checkCopy(
  driver: Driver,
  { path, key, counts }: { path: string; key: string | undefined; counts?: Map<string, number> },
): void {
  const database = driver.open(path, key);
  try {
    const found = database.prepareColumn<string>('PRAGMA integrity_check').get();
    if (found !== 'ok') throw faulty(`does not pass SQLite's check (${found})`);
    const there = counts && tableCounts(database, 'main');
    for (const [table, count] of counts ?? [])
      if (there?.get(table) !== count)
        throw faulty(`has ${there?.get(table)} rows of ${count} in ${table}`);
  } finally {
    database.close();
  }
}

function faulty(what: string): MnemeError {
  return new MnemeError(
    'damaged',
    `the copy ${what}, and was not used: the file may be damaged, or the device; check both`,
  );
}
