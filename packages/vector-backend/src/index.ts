export { type QdrantBackendOptions, qdrantBackend } from './qdrant-backend.ts';
