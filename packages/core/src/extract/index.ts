export { ruleExtractor } from './rule-extractor.ts';
