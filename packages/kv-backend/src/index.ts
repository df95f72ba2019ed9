export type { BackupOptions, BackupReport } from './backup.ts';
export { type ChangeFileKeyOptions, changeFileKey } from './change-file-key.ts';
export { type ForeignFile, openForeignFile } from './foreign-file.ts';
export { type SqliteBackend, type SqliteBackendOptions, sqliteBackend } from './sqlite-backend.ts';
