/**
 * What an author of a store imports, beside `Rows` and `SearchIndex` of `@mneme/store/rows`, and what is shared by
 * packages that call a memory.
 *
 * - every failure: `MnemeError`; calls before `open` and after `close`: `Lifecycle`; a cancelled call: `throwIfAborted`
 * - what a store says of itself: `Remains`, `StoreFault`, `Compaction`, `BackendGauges`
 * - the best by words, in a search index: `bm25`, `bestByWords`, `termCounter`
 * - what `storeBackend` makes of rows, and `createMemory` takes: `MemoryBackend`. Its methods and their types are in
 *   `@mneme/core/backend`
 */
export {
  abortedError,
  type Backend,
  type BackendGauges,
  type BackendWithDocuments,
  bestByWords,
  bm25,
  bm25Parameters,
  type Compaction,
  compareTexts,
  type DocumentBackend,
  type Fault,
  type FaultWords,
  inverseDocumentFrequency,
  type KeyBackend,
  type LexicalStatistics,
  Lifecycle,
  type MemoryBackend,
  type MessageDirections,
  MnemeError,
  type MnemeErrorCode,
  orAborted,
  pages,
  type Remains,
  type StoreFault,
  type StoreFaultKind,
  termCounter,
  throwIfAborted,
} from '@mneme/contract';
