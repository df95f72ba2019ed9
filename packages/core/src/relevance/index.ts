export { asks } from './evidence.ts';
export { type MessageKind, messageKind } from './message-kind.ts';
export {
  type Relevance,
  type RelevanceExplanation,
  type RelevancePart,
  relevancesOf,
} from './relevance.ts';
