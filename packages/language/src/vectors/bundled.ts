import { Table } from './table.ts';

/** The table that ships in this package. */
export const bundledTable = new URL('../../model/static.bin', import.meta.url);

let table: Table | undefined;

/** The bundled table, read at first use and once for each process: it takes 21 MB. Throws `TableError`. */
export function bundledVectors(): Table {
  table ??= Table.read(bundledTable);
  return table;
}
