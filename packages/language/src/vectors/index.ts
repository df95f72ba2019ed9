export * from './bundled.ts';
export * from './dot-products.ts';
export { Table, TableError } from './table.ts';
