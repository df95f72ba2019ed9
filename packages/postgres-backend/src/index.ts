export * from './postgres-backend.ts';
export { type PostgresRows, type PostgresRowsOptions, postgresRows } from './rows/postgres-rows.ts';
