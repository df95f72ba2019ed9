export { bundledTable, bundledVectors } from './bundled.ts';
export { Table, TableError } from './table.ts';
