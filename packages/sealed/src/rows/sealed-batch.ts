import type { Batch, Cell, Row, RowKey, RowPatch } from '@mneme/store/rows';
import type { Cells } from './cells.ts';

/** A batch for the store below. What it puts comes first, because that makes the keys of new scopes. */
export async function sealBatch(cells: Cells, batch: Batch): Promise<Batch> {
  const put: Record<string, Row[]> = {};
  for (const [name, rows] of Object.entries(batch.put ?? {})) {
    const { key } = cells.table(name);
    put[name] = [];
    for (const row of rows) {
      const of = key.map((column) => row[column] as Cell);
      put[name].push(await cells.sealed(name, row, of));
    }
  }
  const patch: RowPatch[] = [];
  for (const { table, key, set, add } of batch.patch ?? []) {
    const sealed = set && (await cells.sealed(table, set, key));
    patch.push({ table, key: await keyOf(cells, { table, key }), set: sealed, add });
  }
  const remove: Record<string, Cell[][]> = {};
  for (const [table, lists] of Object.entries(batch.remove ?? {})) {
    remove[table] = [];
    for (const key of lists) remove[table].push(await keyOf(cells, { table, key }));
  }
  const expect = [];
  for (const { table, key, column, value } of batch.expect ?? []) {
    const columns = [...cells.table(table).key, column];
    const values = value === undefined ? key : [...key, value];
    const sealed = await cells.compared(table, { columns, values });
    const own = sealed.slice(0, key.length);
    expect.push({
      table,
      key: own,
      column,
      value: value === undefined ? undefined : sealed.at(-1),
    });
  }
  return { expect, remove, put, patch };
}

function keyOf(cells: Cells, { table, key }: RowKey): Promise<Cell[]> {
  return cells.compared(table, { columns: cells.table(table).key, values: key });
}
