import { comparePaths } from '@mneme/core/backend';
import { storeScope } from '../audit/chain.ts';
import type { ReadableRows } from '../checksums/readable-rows.ts';
import { accountedTables } from '../checksums/scope-sums.ts';
import type { Rows } from '../rows/rows.ts';

/** The first scope behind this one, in the order of the store, that has a row in any table. */
export async function nextScope(
  { unchecked, seal }: Pick<ReadableRows, 'unchecked'> & Pick<Rows, 'seal'>,
  after: string | undefined,
): Promise<string | undefined> {
  const answers = await unchecked.read(
    undefined,
    ['scopes', 'audit', ...accountedTables].map((table) => ({
      ...{ table, is: [], limit: 1, columns: ['scope'] },
      ...(after !== undefined && { after: [after] }),
    })),
  );
  const names = answers.flat().map(({ scope }) => scope as string);
  const ordered: [order: string, name: string][] = [];
  for (const name of new Set(names))
    if (name !== storeScope) ordered.push([seal ? await seal.orderOf(name) : name, name]);
  const [first] = ordered.sort(([one], [other]) => comparePaths(one, other));
  return first?.[1];
}
