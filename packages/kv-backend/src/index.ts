export type { BackupOptions, BackupReport } from './backup.ts';
export * from './file/foreign-file.ts';
export { type SqliteRows, sqliteRows } from './rows/sqlite-rows.ts';
export { type SqliteBackend, sqliteBackend } from './sqlite-backend.ts';
export type { SqliteBackendOptions } from './sqlite-options.ts';
