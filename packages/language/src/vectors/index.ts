export { bundledTable, bundledVectors } from './bundled.ts';
export { dotProducts } from './dot-products.ts';
export { Table, TableError } from './table.ts';
