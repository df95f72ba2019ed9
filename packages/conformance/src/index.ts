export type { ConformanceCase, Lacks, TestRunner, Tolerances } from './case.ts';
export type {
  DocumentBackendCase,
  DocumentBackendContext,
  DocumentBackendNeed,
  DocumentBackendStore,
  RunDocumentBackendCaseOptions,
} from './document-backend/context.ts';
export {
  type DocumentBackendSuiteOptions,
  documentBackendSuite,
} from './document-backend/suite.ts';
export {
  type KeyBackendNeed,
  type KeyBackendStore,
  type KeyBackendSuiteOptions,
  keyBackendSuite,
} from './key-backend.ts';
export type {
  MemoryBackendCase,
  MemoryBackendContext,
  MemoryBackendNeed,
  MemoryBackendStore,
  MemoryBackendTolerance,
  MemoryBackendTolerances,
  RunMemoryBackendCaseOptions,
} from './memory-backend/context.ts';
export { type MemoryBackendSuiteOptions, memoryBackendSuite } from './memory-backend/suite.ts';
export { type Entry, type Meta, ReferenceBackend } from './reference/backend.ts';
export { documentsOf } from './reference/documents.ts';
export { InMemoryStore, inMemoryBackend, inMemoryDocumentBackend } from './reference/in-memory.ts';
export { keysOf } from './reference/keys.ts';
export type { Table } from './reference/table.ts';
export type {
  RowsCase,
  RowsContext,
  RowsNeed,
  RowsStore,
  RunRowsCaseOptions,
} from './rows/context.ts';
export { type RowsSuiteOptions, rowsSuite } from './rows/suite.ts';
export type {
  RunSearchIndexCaseOptions,
  SearchIndexCase,
  SearchIndexContext,
  SearchIndexNeed,
  SearchIndexStore,
  SearchIndexTolerances,
} from './search-index/context.ts';
export { type IndexedScope, MemoryIndex } from './search-index/memory-index.ts';
export { type SearchIndexSuiteOptions, searchIndexSuite } from './search-index/suite.ts';
