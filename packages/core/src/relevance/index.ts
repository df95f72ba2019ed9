export * from '@mneme/language/messages';
export { asks, type EvidenceRequest } from './evidence.ts';
export * from './relevance.ts';
