export { type StoreBackend, storeBackend } from './store-backend.ts';
export { tables } from './tables.ts';
