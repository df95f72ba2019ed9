export { type ArmScores, addQuestionScores, armScores } from './arm-scores.ts';
export { bestByWords, countsAt, type Hit, nearest, nearPlaces } from './arms.ts';
export { AskedQuery, type SearchedIndex, statisticsOf } from './asked-query.ts';
export { bestTurns, type TurnPlace } from './best-turns.ts';
export { type Code, CodeBlock, codeRows } from './code-block.ts';
export { CodeMemory } from './code-memory.ts';
export type { Codes } from './codes.ts';
export {
  categoryOf,
  type Head,
  Heads,
  headRows,
  kindNumber,
  kindNumbers,
  passage,
} from './heads.ts';
export { type HeadFilter, passing } from './passing.ts';
export { exactDot, type QuantisedVector, quantise, restore } from './quantise.ts';
export { RecordCache } from './record-cache.ts';
export { type IndexRow, RowIndex } from './row-index.ts';
export { SessionPlaces } from './session-places.ts';
export { placesSharing } from './sharing.ts';
export { endOf, type IndexBlock, Snapshot, type TermRows, type WordRange } from './snapshot.ts';
export { Snapshots } from './snapshots.ts';
export {
  bucketOf,
  changeBucket,
  countWords,
  findPostings,
  type Postings,
  RangeWords,
  type WordCounts,
} from './word-range.ts';
