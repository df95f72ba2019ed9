export type {
  CaseOutcome,
  CaseResult,
  ConformanceCase,
  Lacks,
  TestRunner,
  Tolerances,
} from './case.ts';
export * from './document-backend/index.ts';
export * from './key-backend/index.ts';
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
} from './memory-backend/builders.ts';
export { memoryBackendCases } from './memory-backend/cases/index.ts';
export type {
  MemoryBackendCase,
  MemoryBackendContext,
  MemoryBackendNeed,
  MemoryBackendStore,
  MemoryBackendTolerance,
  MemoryBackendTolerances,
  RunMemoryBackendCaseOptions,
} from './memory-backend/context.ts';
export { inMemoryBackend } from './memory-backend/in-memory-backend.ts';
export { InMemoryStore } from './memory-backend/in-memory-store.ts';
export {
  checkMemoryBackend,
  type MemoryBackendSuiteOptions,
  memoryBackendSuite,
} from './memory-backend/suite.ts';
