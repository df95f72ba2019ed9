/** One query, as the arms take it. */
export interface SearchQuery {
  /** Finds the nearest records by cosine. Absent: the query has none. */
  vector?: Float32Array;
  /** Find the best records by {@link bm25} over the scope's own statistics. Analysed, unique; may be empty. */
  terms: readonly string[];
  /** How many records each arm finds. */
  limit: number;
}

/**
 * Asks for the turns beside those that were found: same session, `sequence` from `before` less to `after` more, passing the
 * filter. Beside which ones `bestTurns` says.
 */
export interface TurnsAround {
  /** Of so many. */
  turns: number;
  before: number;
  after: number;
  weights: ArmWeights;
}

/** How much the arms count beside one another, each 0..1. */
export interface ArmWeights {
  /** The vector arm's share; the rest is the keyword arm's. */
  dense: number;
  /** How much of the words of the turns directly before and after it counts as a turn's own. */
  window: number;
  /** What the best of the queries behind the first counts beside the first. */
  questions: number;
}

/** What a search says of a record or a passage. */
export interface FoundByQueries {
  /** How many terms were indexed for it. */
  length: number;
  /** What each query says of it, in order. */
  found: Found[];
}

/** What one query says of a record. */
export interface Found {
  /** Which arms found it: it is among the nearest, among the best by words, both, or neither. */
  arms: { dense: boolean; lexical: boolean };
  /** Cosine, -1..1. There exactly where the dense arm found it. */
  similarity?: number;
  /** How often each term of the query stands in the record, in order, whichever arm found it. */
  termFrequencies: number[];
}
