export { type SqliteBackend, type SqliteBackendOptions, sqliteBackend } from './sqlite-backend.ts';
