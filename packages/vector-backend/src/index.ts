export type { QdrantBackendOptions, QdrantIndexOptions } from './options.ts';
export * from './qdrant-backend.ts';
export { qdrantIndex } from './qdrant-index.ts';
