/** One query for both arms. */
export interface SearchQuery {
  /** Finds the nearest records by cosine. Absent: the query has none. */
  vector?: Float32Array;
  /** Find the best records by {@link bm25} over the scope's own statistics. Analysed, unique; may be empty. */
  terms: readonly string[];
  /** How many records each arm finds. */
  limit: number;
}

/**
 * Asks for the turns next to hits: same session, `sequence` from `before` less to `after` more, passing the filter.
 * `bestTurns` selects the hits.
 */
export interface TurnsAround {
  /** For how many of the best turns. */
  turns: number;
  before: number;
  after: number;
  weights: ArmWeights;
}

/** Weights of the arms, each 0..1. */
export interface ArmWeights {
  /** The vector arm's share; the rest is the keyword arm's. */
  dense: number;
  /** How much the words of the turns directly before and after count as a turn's own. */
  window: number;
  /** How much the best of the further queries counts, relative to the first. */
  questions: number;
}

/** What a search returns about a record or a passage. */
export interface FoundByQueries {
  /** How many terms were indexed for it. */
  length: number;
  /** What each query found about it, in order. */
  found: Found[];
}

/** What one query found about a record. */
export interface Found {
  /** Which arms found it: by vector, by words, both, or neither. */
  arms: { dense: boolean; lexical: boolean };
  /** Cosine, -1..1. Present exactly if the dense arm found it. */
  similarity?: number;
  /** How often the record contains each term of the query, in order, whichever arm found it. */
  termFrequencies: number[];
}
