export {
  type DatabaseInfo,
  type DatabaseOptions,
  type Databases,
  type DatabasesBackend,
  databasesBackend,
} from './databases/databases-backend.ts';
export type { MovedScope, MoveOptions } from './databases/move-scope.ts';
export type { IndexOptions, IndexProgress } from './search-index/follower.ts';
export { type StoreBackend, type StoreOptions, storeBackend } from './store-backend.ts';
export { tables } from './tables.ts';
