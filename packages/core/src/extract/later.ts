/** Loaded when an extractor has answered. */
export { checkFact, type FactGround, readAnswer } from './check-fact.ts';
