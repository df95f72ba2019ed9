export type { Explanation } from './board.ts';
export { namedSpans } from './named-time.ts';
export { askedText, type Question, type Ranked, type RankRequest } from './rank.ts';
export { defaultRankWeights, weightsFor } from './rank-weights.ts';
export { type Reranking, rankAndRerank } from './rerank.ts';
