export type { SkipReason } from './check-fact.ts';
export { ruleExtractor } from './rule-extractor.ts';
