import type { RelevanceExplanation } from '../relevance/index.ts';

/** Where a score comes from. `parts` sum to `total`; `score` is `total` squeezed into 0..1. */
export interface Explanation {
  /** Cosine of query and memory; absent if it was not among the nearest. */
  similarity?: number;
  /** BM25 with the scope's own statistics; absent if it was not among the best by words. */
  keyword?: number;
  /** Words of the query that the memory has, as index terms. */
  matchedTerms: string[];
  /** Stored importance after fading. */
  effectiveImportance: number;
  /** What each part of the ranking contributed. */
  parts: { name: string; value: number; why: string }[];
  /** The sum of the parts. */
  total: number;
  /** The parts of the relevance. */
  relevance: RelevanceExplanation;
}
