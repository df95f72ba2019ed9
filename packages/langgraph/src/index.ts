export { MnemeStore, type MnemeStoreOptions } from './mneme-store.ts';
