import { MnemeError } from '@mneme/core/contract';
import type { Rows, Tables } from '@mneme/store/rows';

/**
 * Opens rows with these tables. If they have the other ones, it rejects with `wrong_key` and the problem; without a
 * problem they may have either.
 */
export async function openAs(
  rows: Pick<Rows, 'open'>,
  { tables, not, problem }: { tables: Tables; not: Tables; problem?: string },
): Promise<void> {
  try {
    await rows.open(tables);
  } catch (error) {
    if (!MnemeError.isInstance(error) || error.code !== 'foreign_store') throw error;
    const isOther = await rows.open(not).then(
      () => true,
      () => false,
    );
    if (!isOther) throw error;
    if (problem === undefined) return;
    throw new MnemeError('wrong_key', problem, { field: 'keyring', cause: error });
  }
}

/** The name of one scope of each table, as it is in the store. */
export async function scopesIn(rows: Rows, tables: Tables): Promise<string[]> {
  const named = Object.keys(tables).filter((table) => 'scope' in tables[table]!.columns);
  const columns = ['scope'];
  const found = await rows.read(
    undefined,
    named.map((table) => ({ table, is: [], columns, limit: 1 })),
  );
  return found.flat().map(({ scope }) => scope as string);
}
