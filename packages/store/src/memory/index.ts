export { type InMemoryOptions, inMemoryBackend } from './in-memory-backend.ts';
export { type KeptTable, MemoryRows, type MemoryRowsOptions } from './memory-rows.ts';
