export * from './arm-scores.ts';
export * from './arms.ts';
export * from './asked-query.ts';
export * from './best-turns.ts';
export * from './code-block.ts';
export { CodeMemory } from './code-memory.ts';
export type { Codes } from './codes.ts';
export * from './heads.ts';
export * from './next-run.ts';
export * from './passing.ts';
export * from './quantise.ts';
export * from './record-cache.ts';
export * from './row-index.ts';
export * from './session-places.ts';
export * from './sharing.ts';
export * from './snapshot.ts';
export * from './snapshots.ts';
export {
  bucketOf,
  changeBucket,
  countWords,
  findPostings,
  type Postings,
  RangeWords,
  type WordCounts,
} from './word-range.ts';
