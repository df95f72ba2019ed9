export type { Explanation } from './explanation.ts';
export { laterFirst } from './later-first.ts';
export { namedSpans } from './named-time.ts';
export { askedText, type Question, type Ranked, type RankRequest, rank } from './rank.ts';
export { defaultRankWeights, weightsFor } from './rank-weights.ts';
export { addReranking, rerankText } from './rerank.ts';
