export { type MessageKind, messageKind } from '@mneme/language/messages';
export { asks } from './evidence.ts';
export {
  type Relevance,
  type RelevanceExplanation,
  type RelevancePart,
  relevanceOf,
} from './relevance.ts';
