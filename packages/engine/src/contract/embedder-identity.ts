import type { EmbedderIdentity } from './embedder.ts';
import { MnemeError } from './mneme-error.ts';

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
    `${where} was filled with embedder ${describeEmbedder(remembered)}, but ${describeEmbedder(given)} was given: open it with the first, or change it over with memory.reembed`,
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
    `${where} is being changed over to ${found}, not to ${describeEmbedder(asked)}: finish that one or abandon it first`,
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
