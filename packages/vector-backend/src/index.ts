export * from './qdrant-backend.ts';
