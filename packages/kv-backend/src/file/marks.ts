import { bounded } from './bounded.ts';
import { marksTable } from './file-schema.ts';
import type { Statements } from './statements.ts';

/** One row of the table of marks. Undefined: there is none. */
export function markIn(source: Pick<Statements, 'column'>, key: string): string | undefined {
  return source
    .column<string>(`SELECT ${bounded('value')} FROM ${marksTable} WHERE key = ?`)
    .get(key);
}

/** Inside a transaction. Undefined removes the row. */
export function setMark(
  source: Pick<Statements, 'statement'>,
  key: string,
  value: string | undefined,
): void {
  if (value === undefined) source.statement(`DELETE FROM ${marksTable} WHERE key = ?`).run(key);
  else
    source
      .statement(`INSERT OR REPLACE INTO ${marksTable} (key, value) VALUES (?, ?)`)
      .run(key, value);
}
