export { MemoryRows } from './memory-rows.ts';
