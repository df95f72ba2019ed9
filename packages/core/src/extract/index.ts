export * from './check-fact.ts';
export * from './read-answer.ts';
export * from './rule-extractor.ts';
