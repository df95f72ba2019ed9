export { documentBackendCases } from './cases/index.ts';
export {
  type DocumentBackendCase,
  type DocumentBackendContext,
  type DocumentBackendNeed,
  type DocumentBackendStore,
  type RunDocumentBackendCaseOptions,
  runDocumentBackendCase,
} from './context.ts';
export { inMemoryDocumentBackend } from './in-memory-backend.ts';
export { InMemoryDocuments } from './in-memory-store.ts';
export {
  checkDocumentBackend,
  type DocumentBackendSuiteOptions,
  documentBackendSuite,
} from './suite.ts';
