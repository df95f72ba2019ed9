import {
  type Embedder,
  type EmbedderIdentity,
  type EmbedOptions,
  MnemeError,
  orAborted,
} from '../interfaces/index.ts';
import type { MemoryTelemetry } from '../telemetry/index.ts';

/** An embedder together with its identity. */
export interface KnownEmbedder {
  embedder: Embedder;
  identity: EmbedderIdentity;
  telemetry?: MemoryTelemetry;
}

/** Vectors of length 1 (or all zeros), checked against the embedder's own identity. */
export async function embedWith(
  { embedder, identity, telemetry }: KnownEmbedder,
  texts: readonly string[],
  options: EmbedOptions,
): Promise<Float32Array[]> {
  if (texts.length === 0) return [];
  let vectors: Float32Array[];
  try {
    const embed = () => orAborted(embedder.embed(texts, options), options.signal);
    vectors = await (telemetry === undefined ? embed() : telemetry.embed(identity, embed));
  } catch (cause) {
    if (MnemeError.isInstance(cause)) throw cause;
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new MnemeError('embedder_failed', `embedder ${identity.name} failed: ${detail}`, {
      field: 'embedder',
      cause,
    });
  }
  if (!Array.isArray(vectors) || vectors.length !== texts.length) {
    throw badVector(
      identity.name,
      `answered ${vectors?.length ?? 'no'} vectors for ${texts.length} texts`,
    );
  }
  // Memory for all of them at once, because memory for each would take longer than its numbers.
  const { dimensions } = identity;
  const all = new Float32Array(vectors.length * dimensions);
  return vectors.map((vector, index) => {
    const unit = all.subarray(index * dimensions, (index + 1) * dimensions);
    normalise(vector, { identity, unit });
    return unit;
  });
}

/** Writes the vector in length 1 into `unit`. */
function normalise(
  vector: Float32Array,
  {
    identity: { name, dimensions },
    unit,
  }: { identity: { name: string; dimensions: number }; unit: Float32Array },
): void {
  if (vector?.length !== dimensions) {
    throw badVector(
      name,
      `answered a vector of ${vector?.length ?? 'no'} dimensions, its identity says ${dimensions}`,
    );
  }
  // Plain loops, because iterators and callbacks would cost more than the rest of a store.
  let squares = 0;
  for (let index = 0; index < dimensions; index++) squares += (vector[index] as number) ** 2;
  if (!Number.isFinite(squares))
    throw badVector(name, 'answered a vector with NaN or infinite values');
  const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares);
  for (let index = 0; index < dimensions; index++) unit[index] = (vector[index] as number) * scale;
}

function badVector(name: string, what: string): MnemeError {
  return new MnemeError(
    'embedder_failed',
    `embedder ${name} ${what}: nothing was written; check the model and its identity`,
    {
      field: 'embedder',
    },
  );
}
