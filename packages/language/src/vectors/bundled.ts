import { Table } from './table.ts';

/** The table that ships in this package. */
export const bundledTable = new URL('../../model/static.bin', import.meta.url);

/** Its units by hash. Made by `node tools/unit-index.mjs`. */
export const bundledIndex = new URL('../../model/static.index', import.meta.url);

let table: Table | undefined;

/** The bundled table, opened at first use and once for each process. Throws `TableError`. */
export function bundledVectors(): Table {
  table ??= Table.read(bundledTable, { index: bundledIndex });
  return table;
}
