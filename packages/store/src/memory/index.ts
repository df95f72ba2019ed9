export { type KeptTable, MemoryRows, type MemoryRowsOptions } from './memory-rows.ts';
