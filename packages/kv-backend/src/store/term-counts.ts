import { termCounter } from '@mneme/core/contract';
import type { Connection } from './connection.ts';

/** Term frequencies by row number. */
export function frequenciesOf(
  connection: Connection,
  rows: readonly number[],
  terms: readonly string[],
): Map<number, number[]> {
  if (terms.length === 0) return new Map(rows.map((row) => [row, []]));
  const count = termCounter(terms);
  const stored = connection
    .statement<{ row: number; terms: string }>(
      `SELECT f.rowid AS row, f.terms FROM json_each(?) j CROSS JOIN record_terms f ON f.rowid = j.value`,
    )
    .all(JSON.stringify(rows));
  const words = new Map(stored.map((entry) => [entry.row, entry.terms]));
  return new Map(rows.map((row) => [row, count(words.get(row) ?? '')]));
}
