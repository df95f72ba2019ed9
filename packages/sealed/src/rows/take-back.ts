import type { Batch, Cell, Row, Rows, Tables } from '@mneme/store/rows';

/**
 * Removes again what a batch has put for a scope that it was the first to write, unless others have written there since.
 * Otherwise nothing: the erasure that has destroyed the key is still to come, and removes it with the rest.
 */
export async function takeBack(
  rows: Rows,
  { tables, batch: { expect = [], put = {}, patch = [] } }: { tables: Tables; batch: Batch },
): Promise<void> {
  const keyOf = (table: string, row: Row) =>
    tables[table]!.key.map((column) => row[column] as Cell);
  const [first] = expect.flatMap(({ table, key, column, value }) => {
    const made = put[table]?.find((row) => keyOf(table, row).join() === key.join());
    if (value !== undefined || made === undefined) return [];
    return [{ table, key, column, value: made[column] }];
  });
  if (first === undefined) return;
  const [scope] = first.key;
  const own = Object.entries(put).map(([table, put]): [string, Cell[][]] => [
    table,
    put.filter((row) => row.scope === scope).map((row) => keyOf(table, row)),
  ]);
  await rows.write(undefined, {
    expect: [first],
    remove: Object.fromEntries(own.filter(([, keys]) => keys.length > 0)),
    patch: patch.flatMap(({ table, key, add }) =>
      add === undefined
        ? []
        : [
            {
              ...{ table, key },
              add: Object.fromEntries(Object.entries(add).map(([name, by]) => [name, -by])),
            },
          ],
    ),
  });
}
