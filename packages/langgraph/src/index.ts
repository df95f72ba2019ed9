export * from './mneme-memory.ts';
export * from './mneme-store.ts';
