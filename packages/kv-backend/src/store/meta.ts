import { bounded } from './bounded.ts';
import type { Statements } from './statements.ts';

/** One row of the table `meta`. Undefined: there is none. */
export function readMeta(source: Pick<Statements, 'column'>, key: string): string | undefined {
  return source.column<string>(`SELECT ${bounded('value')} FROM meta WHERE key = ?`).get(key);
}

/** Inside a transaction. Undefined removes the row. */
export function saveMeta(
  source: Pick<Statements, 'statement'>,
  key: string,
  value: string | undefined,
): void {
  if (value === undefined) source.statement('DELETE FROM meta WHERE key = ?').run(key);
  else source.statement('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)').run(key, value);
}
