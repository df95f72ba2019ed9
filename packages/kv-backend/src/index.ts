export type { BackupOptions, BackupReport } from './backup.ts';
export * from './change-file-key.ts';
export * from './foreign-file.ts';
export { SqliteRows, type SqliteRowsOptions, sqliteRows } from './rows/sqlite-rows.ts';
export { type SqliteBackend, type SqliteBackendOptions, sqliteBackend } from './sqlite-backend.ts';
