import { type Embedder, type EmbedderCalibration, MnemeError } from '@mneme/core';
import { callback, type FieldsOf, integer, parseOptions, parseText, show } from '@mneme/core/input';
import { commonFields } from '../common-fields.ts';
import { madeOnce } from '../made-once.ts';
import { endpointOf, postJson, withoutCredentials } from './post-json.ts';

/** The server, and how to use it. */
export interface HttpEmbedderOptions {
  /** The base of an OpenAI-compatible API, such as `http://127.0.0.1:11434/v1`; `/embeddings` is added. */
  url: string;
  model: string;
  /** Sent as a bearer token; never part of a message. */
  apiKey?: string;
  /** If given, opening a memory saves a request; models that support it are asked for this length. */
  dimensions?: number;
  /** Change it when the server's model changes. Default: `1`. */
  revision?: string;
  /** Prefix of every text of that kind. Default: none. */
  prefixes?: { query: string; passage: string };
  /** Time limit of one request in milliseconds. Default: 30,000. */
  timeoutMs?: number;
  /** Texts in one request. Default: 64. */
  batchSize?: number;
  calibration?: EmbedderCalibration;
  /** Default: the global one. */
  fetch?: typeof fetch;
}

const count = integer({ min: 1 });

const optionFields = {
  ...commonFields,
  url: endpointOf('embeddings'),
  model: parseText,
  apiKey: parseText,
  dimensions: count,
  revision: parseText,
  timeoutMs: integer({ min: 1, max: 2_147_483_647 }),
  batchSize: count,
  fetch: callback<typeof fetch>(),
} satisfies FieldsOf<HttpEmbedderOptions>;

/**
 * Embeds over the OpenAI API, which Ollama, vLLM, LM Studio and most clouds support.
 * Rejects with `embedder_failed` if the server cannot be reached or refuses.
 * @example
 * const embedder = httpEmbedder({ url: 'http://127.0.0.1:11434/v1', model: 'nomic-embed-text' });
 */
export function httpEmbedder(options: HttpEmbedderOptions): Embedder {
  const given = parseOptions(options, optionFields, ['url', 'model']);
  const { url: endpoint, model, revision = '1', prefixes, batchSize = 64 } = given;
  const embed = async (texts: readonly string[], signal?: AbortSignal) => {
    const vectors: Float32Array[] = [];
    for (let start = 0; start < texts.length; start += batchSize) {
      vectors.push(
        ...(await request(endpoint, texts.slice(start, start + batchSize), { ...given, signal })),
      );
    }
    return vectors;
  };
  return {
    calibration: given.calibration,
    identity: madeOnce(async (signal) => ({
      name: model,
      revision: prefixes === undefined ? revision : `${revision}+${JSON.stringify(prefixes)}`,
      dimensions: given.dimensions ?? (await embed(['dimensions'], signal))[0]?.length ?? 0,
      pooling: 'remote',
    })),
    embed: (texts, { kind, signal }) =>
      embed(prefixes === undefined ? texts : texts.map((text) => prefixes[kind] + text), signal),
  };
}

/** A vector of 8,192 numbers with 32 characters each. */
const vectorBytes = 8192 * 32;
/** Of an answer beside its vectors. */
const otherBytes = 64 * 1024;

async function request(
  endpoint: string,
  texts: readonly string[],
  options: Omit<HttpEmbedderOptions, 'url'> & { signal?: AbortSignal },
): Promise<Float32Array[]> {
  const { model, dimensions, timeoutMs = 30_000, ...how } = options;
  const shown = withoutCredentials(endpoint);
  const body = { model, input: texts, ...(dimensions === undefined ? {} : { dimensions }) };
  const maxBytes = otherBytes + texts.length * vectorBytes;
  const answer = await postJson(endpoint, {
    ...how,
    body,
    timeoutMs,
    retryTimeouts: true,
    maxBytes,
  });
  if ('body' in answer) return parseVectors(answer.body, texts.length, shown);
  throw new MnemeError(
    'embedder_failed',
    `embedding with ${model} at ${shown} failed: ${answer.failure}: check that the server runs, the model's name and the key`,
    { field: 'embedder' },
  );
}

function parseVectors(body: unknown, count: number, shown: string): Float32Array[] {
  const { data } = (body ?? {}) as { data?: { index?: number; embedding?: unknown }[] };
  const vectors = new Map<number, Float32Array>();
  for (const [position, entry] of Array.isArray(data) ? data.entries() : [])
    if (Array.isArray(entry.embedding))
      vectors.set(entry.index ?? position, toVector(entry.embedding, shown));
  const inOrder = Array.from({ length: count }, (_, index) => vectors.get(index));
  if (vectors.size === count && inOrder.every((vector) => vector !== undefined)) return inOrder;
  throw new MnemeError(
    'embedder_failed',
    `${shown} did not answer ${count} vectors in the form { data: [{ index, embedding }] }: give the base of an OpenAI-compatible API`,
    { field: 'url' },
  );
}

/** JSON has no NaN: a server sends `null` for it, which would count as 0. */
function toVector(values: readonly unknown[], shown: string): Float32Array {
  const bad = values.findIndex((value) => typeof value !== 'number');
  if (bad < 0) return Float32Array.from(values as number[]);
  throw new MnemeError(
    'embedder_failed',
    `${shown} answered a vector with ${show(values[bad])} in place ${bad} instead of a number (JSON writes NaN as null): check the model and its server`,
    { field: 'embedder' },
  );
}
