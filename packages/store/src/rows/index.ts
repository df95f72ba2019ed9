export { Sums } from '../checksums/sum-groups.ts';
export { assertBatch } from './assert-batch.ts';
export { isScoped } from './assert-cells.ts';
export { assertQuestions, inFull } from './assert-questions.ts';
export * from './order.ts';
export { passedOn } from './pass-on.ts';
export * from './rows.ts';
export * from './search-index.ts';
export * from './sql.ts';
