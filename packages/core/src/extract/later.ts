/** What is called once an extractor has answered. */
export { checkFact, type FactGround } from './check-fact.ts';
export { readAnswer } from './read-answer.ts';
