/** What is called once an extractor has answered. */
export { checkFact, type FactGround, readAnswer } from './check-fact.ts';
