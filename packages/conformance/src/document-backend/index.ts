export { documentBackendCases } from './cases/index.js';
export type {
  DocumentBackendCase,
  DocumentBackendContext,
  DocumentBackendNeed,
  DocumentBackendStore,
  RunDocumentBackendCaseOptions,
} from './context.js';
export { inMemoryDocumentBackend } from './in-memory-backend.js';
export { InMemoryDocuments } from './in-memory-store.js';
export {
  checkDocumentBackend,
  type DocumentBackendSuiteOptions,
  documentBackendSuite,
} from './suite.js';
