export { mnemeMemory } from './mneme-memory.ts';
export { MnemeStore, type MnemeStoreOptions } from './mneme-store.ts';
