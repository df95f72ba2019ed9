export type { JsonItemsOptions } from './json-items.ts';
export * from './mneme-memory.ts';
export * from './mneme-store.ts';
