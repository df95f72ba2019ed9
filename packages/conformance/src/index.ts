export type {
  CaseOutcome,
  CaseResult,
  ConformanceCase,
  Lacks,
  TestRunner,
  Tolerances,
} from './case.js';
export * from './document-backend/index.js';
export {
  atCosine,
  axis,
  cosine,
  daysFromNow,
  otherScope,
  randomNumbers,
  record,
  recordId,
  type StoredFields,
  stored,
  testEmbedder,
  testNow,
  testScope,
  unitVector,
  withoutIndexData,
  zeroVector,
} from './memory-backend/builders.js';
export { memoryBackendCases } from './memory-backend/cases/index.js';
export type {
  MemoryBackendCase,
  MemoryBackendContext,
  MemoryBackendNeed,
  MemoryBackendStore,
  MemoryBackendTolerance,
  MemoryBackendTolerances,
  RunMemoryBackendCaseOptions,
} from './memory-backend/context.js';
export { inMemoryBackend } from './memory-backend/in-memory-backend.js';
export { InMemoryStore } from './memory-backend/in-memory-store.js';
export {
  checkMemoryBackend,
  type MemoryBackendSuiteOptions,
  memoryBackendSuite,
} from './memory-backend/suite.js';
