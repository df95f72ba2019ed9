/**
 * Everything that a backend imports from Mneme: the interfaces, the error class, and pure functions that backends need:
 * `bm25`, `inverseDocumentFrequency` and `bm25Parameters` (the best records by words), `termCounter` (term frequencies
 * of a stored record), `facetsOf` (for `where`), `newestOfTerm` (for look-ups), `cursorCodec` and `pageOf` (pages),
 * `passesFilter` and `isCurrent` (filters, record by record), `turnsInOrder` (lists and exports), `comparePaths`,
 * `ancestorsOf`, `pathsConflict`, `rollUp` and `afterPrefix` (documents at paths), `sameEmbedder`, `embedderKey`,
 * `embedderMismatch`, `otherSpace`, `vectorWithoutEmbedder` and `assertDimensions` (which model a vector belongs to).
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
