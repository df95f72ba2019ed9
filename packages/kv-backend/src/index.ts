export { type SqliteBackendOptions, sqliteBackend } from './sqlite-backend.js';
