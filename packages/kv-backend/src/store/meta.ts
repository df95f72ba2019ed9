import { bounded } from './bounded.ts';
import type { Statements } from './statements.ts';

/** One row of the table of marks. Undefined: there is none. */
export function readMeta(
  source: Pick<Statements, 'column' | 'schema'>,
  key: string,
): string | undefined {
  return source
    .column<string>(`SELECT ${bounded('value')} FROM ${source.schema.marks} WHERE key = ?`)
    .get(key);
}

/** Inside a transaction. Undefined removes the row. */
export function saveMeta(
  source: Pick<Statements, 'schema' | 'statement'>,
  key: string,
  value: string | undefined,
): void {
  const { marks } = source.schema;
  if (value === undefined) source.statement(`DELETE FROM ${marks} WHERE key = ?`).run(key);
  else
    source.statement(`INSERT OR REPLACE INTO ${marks} (key, value) VALUES (?, ?)`).run(key, value);
}
