import {
  type Cell,
  type Row,
  type RowExpectation,
  type Rows,
  sameCell,
  type Table,
  type Tables,
} from '@mneme/store/rows';
import { formOf } from './sealed-tables.ts';

/** Removes those rows of a write that are still as they were put. */
export async function takeBack(
  rows: Rows,
  { tables, put = {} }: { tables: Tables; put?: Readonly<Record<string, readonly Row[]>> },
): Promise<void> {
  const own = Object.entries(put).map(([name, puts]) => {
    const table = tables[name] as Table;
    const keyOf = (row: Row) => table.key.map((column) => row[column] as Cell);
    return {
      name,
      table,
      keyOf,
      puts: new Map(puts.map((row) => [JSON.stringify(keyOf(row)), row])),
    };
  });
  for (let isDone = false; !isDone; ) {
    const found = await rows.read(
      undefined,
      own.map(({ name, puts, keyOf }) => ({ table: name, any: [...puts.values()].map(keyOf) })),
    );
    const remove: Record<string, Cell[][]> = {};
    const expect: RowExpectation[] = [];
    for (const [at, { name, table, keyOf, puts }] of own.entries())
      for (const row of found[at] ?? []) {
        const key = keyOf(row);
        const before = puts.get(JSON.stringify(key)) as Row;
        if (!Object.keys(before).every((column) => sameCell(before[column], row[column]))) continue;
        remove[name] = [...(remove[name] ?? []), key];
        const column = tellingColumn(table, row);
        expect.push({ table: name, key, column, value: row[column] });
      }
    isDone = expect.length === 0 || (await rows.write(undefined, { expect, remove }));
  }
}

/** One whose value is another after another write, if there is one. */
function tellingColumn(table: Table, row: Row): string {
  const columns = Object.keys(table.columns).filter((column) => !table.key.includes(column));
  const sealed = columns.find((column) => formOf(table, column) === 'sealed' && row[column]);
  return sealed ?? columns[0] ?? (table.key[0] as string);
}
