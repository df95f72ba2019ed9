import { type EmbedderIdentity, type EmbedOptions, MnemeError } from '../contract/index.ts';
import { orAborted } from './abort.ts';
import type { EngineContext, KnownEmbedder } from './context.ts';

/** Vectors and whose they are: the embedder of a memory may change while it is in use. */
export interface Embedded {
  vectors: Float32Array[];
  embedder: EmbedderIdentity;
  /** Of the same texts, for the space that is being built. */
  next?: { vectors: Float32Array[]; embedder: EmbedderIdentity };
}

/** Vectors of length 1 (or all zeros), checked against the embedder's own identity. */
export async function embedAll(
  context: EngineContext,
  texts: readonly string[],
  options: EmbedOptions,
): Promise<Embedded> {
  const { embedder, identity, next } = context;
  if (embedder === undefined || identity === undefined) {
    const problem = 'is missing, and this call needs one';
    const fault = { field: 'embedder', problem, advice: 'give one to createMemory' };
    throw new MnemeError('embedder_required', [fault]);
  }
  const [vectors, following] = await Promise.all([
    embedWith({ embedder, identity }, texts, options),
    next === undefined || options.kind === 'query'
      ? undefined
      : embedForNext(context, next, texts, options),
  ]);
  const embedded: Embedded = { vectors, embedder: identity };
  if (next !== undefined && following !== undefined)
    embedded.next = { vectors: following, embedder: next.identity };
  return embedded;
}

/** A write must not fail for a model that does not answer queries yet: the text is embedded later. */
async function embedForNext(
  { logger }: EngineContext,
  next: KnownEmbedder,
  texts: readonly string[],
  options: EmbedOptions,
): Promise<Float32Array[] | undefined> {
  try {
    return await embedWith(next, texts, options);
  } catch (error) {
    logger.warn('could not embed for the space that is being built; it is done later', { error });
    return undefined;
  }
}

/** As {@link embedAll}, with a given embedder. */
export async function embedWith(
  { embedder, identity }: KnownEmbedder,
  texts: readonly string[],
  options: EmbedOptions,
): Promise<Float32Array[]> {
  if (texts.length === 0) return [];
  let vectors: Float32Array[];
  try {
    vectors = await orAborted(embedder.embed(texts, options), options.signal);
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
  // Plain loops: iterators and callbacks cost more here than all the rest of a store.
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
