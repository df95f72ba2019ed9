export { documentBackendCases } from './cases/index.ts';
export type {
  DocumentBackendCase,
  DocumentBackendContext,
  DocumentBackendNeed,
  DocumentBackendStore,
  RunDocumentBackendCaseOptions,
} from './context.ts';
export { inMemoryDocumentBackend } from './in-memory-backend.ts';
export { InMemoryDocuments } from './in-memory-store.ts';
export {
  checkDocumentBackend,
  type DocumentBackendSuiteOptions,
  documentBackendSuite,
} from './suite.ts';
