import { MnemeError } from '@mneme/core/contract';
import type { Batch, Cell, Tables } from './rows.ts';

/** Rejects a batch that would write rows of another scope. For stores that have no policies of their own. */
export function assertWithin(
  scope: string | undefined,
  { tables, batch }: { tables: Tables; batch: Batch },
): void {
  if (scope === undefined) return;
  const { remove = {}, put = {}, patch = [], expect = [] } = batch;
  const check = (table: string, first: Cell | undefined) => {
    if (isScoped(tables, table) && first !== scope)
      throw new MnemeError('invalid_input', `a write of one scope names another one in ${table}`, {
        field: 'batch',
      });
  };
  for (const { table, key } of [...patch, ...expect]) check(table, key[0]);
  for (const [table, lists] of Object.entries(remove))
    for (const [first] of lists) check(table, first);
  for (const [table, rows] of Object.entries(put)) for (const row of rows) check(table, row.scope);
}

/** Whether each row of the table belongs to a scope. */
export function isScoped(tables: Tables, table: string): boolean {
  return tables[table]?.key[0] === 'scope';
}
