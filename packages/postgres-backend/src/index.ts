export * from './postgres-backend.ts';
export * from './rows/postgres-rows.ts';
