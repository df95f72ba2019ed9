/**
 * What the domain shares with its stores: the interfaces, the error class, and pure functions that stores need.
 *
 * - every failure: `MnemeError`; calls before `open` and after `close`: `Lifecycle`
 * - the best records by words: `bm25`, `inverseDocumentFrequency`, `bm25Parameters`, `termCounter`
 * - look-ups: `newestOfTerm`
 * - pages and cursors: `cursorCodec`, `pageOf`
 * - `stats`: `sumCounts`, `memoryCategories`
 * - filters: `facetsOf` (for `where`); `passesFilter`, `isCurrent` (record by record)
 * - all lists, counts and look-ups of a store that looks at records one by one: `pageInOrder`, `placeInList`,
 *   `sessionsOf`, `countsOf`, `scanRowOf`, `matchAmong`, `bestByWords`
 * - documents at paths: `failedExpectations`, `comparePaths`, `ancestorsOf`, `pathsConflict`, `rollUp`, `afterPrefix`
 * - which model a vector belongs to: `sameEmbedder`, `embedderKey`, `embedderMismatch`, `otherSpace` (a second change
 *   of the model while one is running), `vectorWithoutEmbedder`, `assertDimensions`
 * - what the engine does if a backend has no `history` or `remains`: `historyOf`, `remainsOf`
 * - lists and exports: `turnsInOrder`
 */
export * from './abort.ts';
export * from './audit.ts';
export * from './backend.ts';
export * from './bm25.ts';
export * from './commit-request.ts';
export * from './conflict-judge.ts';
export * from './cursor.ts';
export * from './document.ts';
export * from './document-backend.ts';
export * from './document-paths.ts';
export * from './embedder.ts';
export * from './embedding-migration.ts';
export * from './extractor.ts';
export * from './failed-expectations.ts';
export * from './key-backend.ts';
export * from './lifecycle.ts';
export * from './memory-backend.ts';
export * from './mneme-error.ts';
export * from './of-records.ts';
export * from './open-telemetry.ts';
export * from './pages.ts';
export * from './passes-filter.ts';
export * from './record.ts';
export * from './reranker.ts';
export * from './search-query.ts';
export * from './settings.ts';
export * from './z-normalise.ts';
