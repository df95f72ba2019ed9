/** How one query is reranked. */
export interface RerankOptions {
  /** Fires when the caller gives up or the time limit has passed: what is computed after that is thrown away. */
  signal?: AbortSignal;
}

/**
 * Reads a query together with each text, as a cross-encoder does: slower than comparing vectors, and better at telling
 * an answer from a text about the same things. Used as an optional last stage over the best candidates.
 *
 * @example
 * const longest: Reranker = {
 *   name: 'longest',
 *   rerank: async (query, texts) => texts.map((text) => text.length),
 * };
 */
export interface Reranker {
  /** The model's name: stands in explanations and errors. */
  readonly name: string;
  /**
   * One score a text, in the order of the texts; the higher, the better the text answers the query. Any scale (a
   * cross-encoder's logits do), but finite. `texts` holds 1 to `candidates` memories, best first, each with the name
   * of who said it before it where that is known (`Ada: I moved to Porto`).
   */
  rerank(query: string, texts: readonly string[], options?: RerankOptions): Promise<number[]>;
  /** Releases what the reranker holds. Called by whoever made it, never by the engine. */
  close?(): Promise<void>;
}

/** How a memory uses its reranker. */
export interface RerankSettings {
  /** How many of the best memories are read again, 1..1000. Each costs one run of the model. */
  candidates: number;
  /** What one standard deviation of the reranker's scores weighs, beside the parts of the ranking; 0 or more. */
  weight: number;
  /** Milliseconds that one query's scores may take, model loading included. Then the retrieve fails with `timeout`. */
  timeoutMs: number;
}

/** The weight is what three encoders in the place of a cross-encoder agree on; see docs/lab/recall.md, The last stage. */
export const defaultRerankSettings: RerankSettings = {
  candidates: 30,
  weight: 0.5,
  timeoutMs: 10_000,
};
