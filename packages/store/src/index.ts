export type { IndexBeside, IndexProgress } from './search-index/follower.ts';
export { type StoreBackend, storeBackend } from './store-backend.ts';
export { tables } from './tables.ts';
