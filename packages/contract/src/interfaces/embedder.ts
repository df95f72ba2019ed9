import { MnemeError } from './mneme-error.ts';

/**
 * Identifies vectors that can be compared. A store remembers the identity that it was filled with and refuses any
 * other, so that vectors of two models are never compared.
 */
export interface EmbedderIdentity {
  /** The model's name, such as `mneme-static` or `all-MiniLM-L6-v2`. */
  name: string;
  /** Changes whenever the same text would get another vector. */
  revision: string;
  /** The length of every vector. */
  dimensions: number;
  /** How token vectors become one vector: `mean`, `cls`, `weighted-mean`, or `remote` if the server decides. */
  pooling: string;
}

/** Part of a request that may bring vectors. */
export interface WithEmbedder {
  /**
   * The embedder of the vectors. Rejects with `embedder_mismatch`, before anything is written, if the store now uses
   * another one. Absent: the one given to `open`.
   */
  embedder?: EmbedderIdentity;
}

/** Cosine thresholds of one model, found on labelled pairs. Models differ so much that no number fits two of them. */
export interface EmbedderCalibration {
  /** At or above: two texts may say the same (0..1). The conflict rules still decide. */
  duplicate: number;
  /** At or above, and below `duplicate`: ask a judge, if there is one (0..1). */
  related: number;
  /** Below, and without a shared word: a memory is unrelated to a query (0..1). */
  relevant: number;
}

/**
 * Recognises small talk and general requests in one model's space: two directions, each with one number a dimension and
 * an offset. Fitted by `node lab/main.mjs relevance --fit`.
 */
export interface MessageDirections {
  smallTalk: readonly number[];
  general: readonly number[];
  base: readonly [smallTalk: number, general: number];
}

/** What texts are embedded for. */
export interface EmbedOptions {
  /** What the text is for. Models trained with prefixes need to know; others ignore it. */
  kind: 'query' | 'passage';
  /** Fires when the vectors are no longer needed. */
  signal?: AbortSignal;
}

/**
 * Turns texts into vectors. Implementations need not normalise: the engine does, and it checks length and finiteness.
 *
 * @example
 * const fixed: Embedder = {
 *   identity: async () => ({ name: 'fixed', revision: '1', dimensions: 2, pooling: 'none' }),
 *   embed: async (texts) => texts.map((text) => Float32Array.of(text.length, 1)),
 * };
 */
export interface Embedder {
  /** Must be the same on every call. The first call may load the model or ask a server. */
  identity(signal?: AbortSignal): Promise<EmbedderIdentity>;
  /**
   * One vector for each text, in order. A text without any known word may give a zero vector: it is then found by words
   * only.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>;
  /** Absent: the thresholds of the specification's reference model are used. */
  readonly calibration?: EmbedderCalibration;
  /** Absent: the kind of a message is recognised by its words alone. */
  readonly messages?: MessageDirections;
  /** Releases what the embedder holds. Called by the code that made it, never by the engine. */
  close?(): Promise<void>;
}

/** Used for an embedder without a calibration of its own. */
export const referenceCalibration: EmbedderCalibration = {
  duplicate: 0.92,
  related: 0.8,
  relevant: 0.3,
};

/** Two identities with the same key make vectors that can be compared. */
export function embedderKey({ name, revision, dimensions, pooling }: EmbedderIdentity): string {
  return JSON.stringify([name, revision, dimensions, pooling]);
}

/** True if vectors of the two can be compared. */
export function sameEmbedder(one: EmbedderIdentity, other: EmbedderIdentity): boolean {
  return embedderKey(one) === embedderKey(other);
}

function describeEmbedder({ name, revision, dimensions, pooling }: EmbedderIdentity): string {
  return `${name} (revision ${revision}, ${dimensions} dimensions, ${pooling})`;
}

/** @param where the store, for the message: a path, a URL with a collection */
export function embedderMismatch(
  where: string,
  { remembered, given }: { remembered: EmbedderIdentity; given: EmbedderIdentity },
): MnemeError {
  return new MnemeError(
    'embedder_mismatch',
    `${where} was filled with embedder ${describeEmbedder(remembered)}, but ${describeEmbedder(given)} was given: open it with the first, or change its model with memory.reembed`,
    { field: 'embedder' },
  );
}

/** For {@link EmbeddingMigration}: another space than the requested one is being built, or none. */
export function otherSpace(
  where: string,
  { building, asked }: { building: EmbedderIdentity | undefined; asked: EmbedderIdentity },
): MnemeError {
  const found = building === undefined ? 'no embedder' : `embedder ${describeEmbedder(building)}`;
  return new MnemeError(
    'conflict',
    `${where} is changing to ${found}, not to ${describeEmbedder(asked)}: finish that one or abandon it first`,
    { field: 'embedder' },
  );
}

/** For a call with a vector if no embedder was ever named. */
export function vectorWithoutEmbedder(): MnemeError {
  return new MnemeError(
    'embedder_required',
    'a vector was given to a store opened without an embedder: open it with one',
    { field: 'vector' },
  );
}

/** Throws if a vector has another length than its embedder declares. */
export function assertDimensions(vector: Float32Array, { dimensions }: EmbedderIdentity): void {
  if (vector.length === dimensions) return;
  throw new MnemeError(
    'invalid_input',
    `vector has ${vector.length} dimensions, the store has vectors of ${dimensions}`,
    { field: 'vector' },
  );
}
