export { relevancesOf, spreadOf } from './relevance.ts';
