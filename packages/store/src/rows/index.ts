export { Sums } from '../checksums/sum-groups.ts';
export { assertBatch } from './assert-batch.ts';
export { isScoped } from './assert-cells.ts';
export { assertQuestions, inFull } from './assert-questions.ts';
export { NextRun } from './next-run.ts';
export { rangeOf, sameCell } from './order.ts';
export { passedOn } from './pass-on.ts';
export * from './rows.ts';
export type {
  IndexAnswer,
  IndexAsk,
  IndexChanges,
  IndexCondition,
  IndexedRow,
  IndexFields,
  IndexFound,
  IndexHit,
  IndexPosition,
  IndexSearch,
  SearchIndex,
} from './search-index.ts';
export * from './sql.ts';
export { unlessDamaged } from './unless-damaged.ts';
