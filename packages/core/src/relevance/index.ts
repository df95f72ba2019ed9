export * from '@mneme/language/messages';
export { asks } from './evidence.ts';
export * from './relevance.ts';
