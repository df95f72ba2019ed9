import {
  type Embedder,
  type EmbedderIdentity,
  type EmbedOptions,
  MnemeError,
  orAborted,
} from '../contract/index.ts';
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
  return vectors.map((vector) => normalise(vector, identity));
}

function normalise(
  vector: Float32Array,
  { name, dimensions }: { name: string; dimensions: number },
): Float32Array {
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
  const unit = new Float32Array(dimensions);
  for (let index = 0; index < dimensions; index++) unit[index] = (vector[index] as number) * scale;
  return unit;
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
