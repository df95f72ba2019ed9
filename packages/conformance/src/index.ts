export type { ConformanceCase, Lacks, TestRunner, Tolerances } from './case.ts';
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
