export type { IndexOptions, IndexProgress } from './search-index/follower.ts';
export { type StoreBackend, type StoreOptions, storeBackend } from './store-backend.ts';
export { tables } from './tables.ts';
