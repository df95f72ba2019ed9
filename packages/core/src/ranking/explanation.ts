import type { RelevanceExplanation } from '../relevance/index.ts';

/** Where a score comes from. `parts` sum to `total`; `score` is `total` squeezed into 0..1. */
export interface Explanation {
  /** Cosine between query and memory; absent where it was not among the nearest. */
  similarity?: number;
  /** BM25 with the scope's own statistics; absent where it was not among the best by words. */
  keyword?: number;
  /** Words of the query that the memory has, as the index has them. */
  matchedTerms: string[];
  /** Stored importance after fading. */
  effectiveImportance: number;
  /** What each part of the ranking gave. */
  parts: { name: string; value: number; why: string }[];
  /** The sum of the parts. */
  total: number;
  /** Where the relevance comes from. */
  relevance: RelevanceExplanation;
}
