export type {
  Recalled,
  RecalledFact,
  RecalledPassage,
  RecalledTurn,
  RecallOptions,
} from './api.ts';
export { estimateTextTokens } from './estimate-tokens.ts';
export { excerpt } from './excerpt.ts';
export { isSmallTalk } from './is-small-talk.ts';
export { recall, whyNotRecalled } from './recall.ts';
export { withinBytes } from './within-bytes.ts';
