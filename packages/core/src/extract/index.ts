export { checkFact, type FactGround, type SkipReason } from './check-fact.ts';
export { readAnswer } from './read-answer.ts';
export { ruleExtractor } from './rule-extractor.ts';
