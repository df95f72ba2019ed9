import { MnemeError } from '@mneme/core/contract';
import type { Rows, Tables } from '@mneme/store/rows';
import { isSealedScope } from '../sealed-scope.ts';
import { isSealed } from '../unsealed.ts';
import { openAs, scopesIn } from './opening.ts';
import { sealedTables } from './sealed-tables.ts';

/** For rows that are opened without a keyring: rejects with `wrong_key` if they are sealed. */
export function unsealedRows(rows: Rows): Rows {
  const { open } = rows;
  rows.open = async (tables) => {
    const plain = { open: (of: Tables) => open.call(rows, of) };
    await openAs(plain, { tables, not: sealedTables(tables), problem: isSealed });
    if (!(await scopesIn(rows, tables)).some(isSealedScope)) return;
    throw new MnemeError('wrong_key', isSealed, { field: 'keyring' });
  };
  return rows;
}
