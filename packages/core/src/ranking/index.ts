export type { Explanation } from './explanation.ts';
export { namedSpans } from './named-time.ts';
export { type Ranked, type RankRequest, rank, turnsToExtend } from './rank.ts';
export { joinQuestions } from './rank-questions.ts';
export { addReranking, rerankText } from './rerank.ts';
