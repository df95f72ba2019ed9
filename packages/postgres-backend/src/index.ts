export * from './postgres-backend.ts';
