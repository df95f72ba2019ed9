export { type StoreBackend, type StoreOptions, storeBackend } from './store-backend.ts';
export { tables } from './tables.ts';
