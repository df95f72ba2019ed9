/** How one query is reranked. */
export interface RerankOptions {
  /** Fires when the caller cancels or the time limit has passed; later results are ignored. */
  signal?: AbortSignal;
}

/**
 * Reads a query together with each text, as a cross-encoder does: slower than comparing vectors, but better at telling
 * an answer from a text on the same topic. Used as an optional last stage over the best candidates.
 * @example
 * const longest: Reranker = {
 *   name: 'longest',
 *   rerank: async (query, texts) => texts.map((text) => text.length),
 * };
 */
export interface Reranker {
  /** The model's name, for explanations and errors. */
  readonly name: string;
  /**
   * One score for each text, in the same order; higher means a better answer. Any scale (such as a cross-encoder's
   * logits), but finite. `texts` has 1 to `candidates` memories, best first, each with its speaker's name before it if
   * known (`Ada: I moved to Porto`).
   */
  rerank(query: string, texts: readonly string[], options?: RerankOptions): Promise<number[]>;
  /** Releases what the reranker holds. Called by the code that made it, never by the engine. */
  close?(): Promise<void>;
}

/** How a memory uses its reranker. */
export interface RerankSettings {
  /** How many of the best memories are reranked, 1..1000. Each costs one run of the model. */
  candidates: number;
  /** The weight of one standard deviation of the reranker's scores, relative to the parts of the ranking; 0 or more. */
  weight: number;
  /**
   * Time limit for one query's scores in milliseconds, model loading included. After it the retrieve fails with
   * `timeout`.
   */
  timeoutMs: number;
}

/** The weight that suits three encoders used instead of a cross-encoder; see docs/lab/recall.md, The last stage. */
export const defaultRerankSettings: RerankSettings = {
  candidates: 30,
  weight: 0.5,
  timeoutMs: 10_000,
};
