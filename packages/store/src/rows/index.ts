export { assertBatch } from './assert-batch.ts';
export { assertQuestions, inFull } from './assert-questions.ts';
export * from './rows.ts';
export * from './sql.ts';
