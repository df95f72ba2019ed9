import {
  type Batch,
  type Cell,
  type Row,
  type RowExpectation,
  type RowKey,
  type RowPatch,
  type Rows,
  sameCell,
} from '@mneme/store/rows';
import type { Cells } from './cells.ts';
import { formOf } from './sealed-tables.ts';

/**
 * A batch for the store below. What it puts comes first, because that makes the keys of new scopes. Undefined: what it
 * expects is not there.
 */
export async function sealBatch(
  cells: Cells,
  below: Rows,
  batch: Batch,
): Promise<Batch | undefined> {
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
  const expect: RowExpectation[] = [];
  for (const each of batch.expect ?? []) {
    const sealed = await sealExpectation(cells, below, each);
    if (sealed === undefined) return undefined;
    expect.push(sealed);
  }
  return { expect, remove, put, patch };
}

/** A sealed value looks different each time, so the one that is there is read, and expected to be still there. */
async function sealExpectation(
  cells: Cells,
  below: Rows,
  { table: name, key, column, value }: RowExpectation,
): Promise<RowExpectation | undefined> {
  const table = cells.table(name);
  const own = await keyOf(cells, { table: name, key });
  const found = { table: name, key: own, column };
  if (value === undefined || value === null) return { ...found, value };
  if (formOf(table, column) !== 'sealed') {
    const columns = [...table.key, column];
    const values = await cells.compared(name, { columns, values: [...key, value] });
    return { ...found, value: values.at(-1) };
  }
  const [[row] = []] = await below.read(undefined, [
    { table: name, any: [own], columns: [...table.key, column] },
  ]);
  if (row === undefined) return undefined;
  const opened = await cells.opened(name, row, { columns: [column], lenient: false });
  return sameCell(opened[column], value) ? { ...found, value: row[column] } : undefined;
}

function keyOf(cells: Cells, { table, key }: RowKey): Promise<Cell[]> {
  return cells.compared(table, { columns: cells.table(table).key, values: key });
}
