import { type Backend, MnemeError } from '@mneme/core/contract';
import type { Rows, Tables } from '@mneme/store/rows';
import { openAs, scopesIn } from './rows/opening.ts';
import { sealedTables } from './rows/sealed-tables.ts';
import { sealedBy } from './sealed-scope.ts';

const problem = 'the store is sealed: give the keyring that it was sealed with';

/**
 * For a store that is opened without a keyring: rejects with `wrong_key` if it is sealed. Otherwise its memories would
 * seem to be gone, and new ones would be stored unsealed.
 */
export function unsealed<Opened extends Backend & { rows?: Rows }>(backend: Opened): Opened {
  if (backend.rows !== undefined) unsealedRows(backend.rows);
  return backend;
}

/** Opens only the rows, sealed or not, to copy them as a whole without reading them. */
export function unread<Opened extends Backend & { rows?: Rows }>(backend: Opened): Opened {
  const { rows } = backend;
  if (rows === undefined) return backend;
  return {
    ...backend,
    open: async () => {
      const { tables } = await import('@mneme/store');
      await openAs(rows, { tables, not: sealedTables(tables) });
    },
    close: () => rows.close(),
  };
}

/** {@link unsealed}, for rows. */
export function unsealedRows(rows: Rows): Rows {
  const { open } = rows;
  rows.open = async (tables) => {
    const plain = { open: (of: Tables) => open.call(rows, of) };
    await openAs(plain, { tables, not: sealedTables(tables), problem });
    if (!(await scopesIn(rows, tables)).some(sealedBy)) return;
    throw new MnemeError('wrong_key', problem, { field: 'keyring' });
  };
  return rows;
}
