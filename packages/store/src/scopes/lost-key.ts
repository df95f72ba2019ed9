import { MnemeError } from '@mneme/core/contract';
import { accountedTables } from '../checksums/scope-sums.ts';
import type { SummedRows } from '../checksums/summed-rows.ts';

/**
 * What is wrong if a scope is sealed with a key that is not there, as after its erasure in a restored backup: nothing
 * of it can be read or mended. Undefined: something of it can be read.
 */
export async function lostKeyOf(
  { unchecked, seal }: SummedRows,
  scope: string,
  tables: readonly string[] = ['audit', ...accountedTables],
): Promise<string | undefined> {
  if (seal === undefined) return undefined;
  try {
    await unchecked.read(
      scope,
      tables.map((table) => ({ table, is: [scope], limit: 1 })),
    );
  } catch (error) {
    if (!MnemeError.isInstance(error)) throw error;
    if (error.code === 'wrong_key') return error.message;
    if (error.code !== 'damaged') throw error;
  }
  return undefined;
}
