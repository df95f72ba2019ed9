export { Table, TableError } from './table.ts';

/** The table that ships in this package. */
export const bundledTable = new URL('../../model/static.bin', import.meta.url);
