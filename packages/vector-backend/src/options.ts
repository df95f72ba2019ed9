import { MnemeError } from '@mneme/core/contract';

export interface QdrantBackendOptions {
  /** `http://127.0.0.1:6333`, or `https://…`. Without a key in it: see `apiKey`. */
  url: string;
  /** Sent as the header `api-key`. Never part of a message. */
  apiKey?: string;
  /** Letters, digits, `-` and `_`. The name is an alias; the collection behind it carries a number. Default: `memories`. */
  collection?: string;
  /** The longest that one request may take, its retries included. Default: 5,000. */
  timeoutMs?: number;
  /** Look at every vector of the scope instead of the HNSW graph. Default: false. */
  exact?: boolean;
  /** Default: 1. Given for a collection that exists, it must be what that has; so for the five below. */
  shardNumber?: number;
  /** Copies of each shard, on different nodes. Default: 1. */
  replicationFactor?: number;
  /** Copies that must have a write before it counts. Default: 1 (the others follow, or are taken out of service). */
  writeConsistencyFactor?: number;
  /** Payloads on disk, read when they are answered. Default: true. */
  onDiskPayload?: boolean;
  /** `scalar`: int8 copies of the vectors are searched, and the best are scored again exactly. Default: `none`. */
  quantization?: 'none' | 'scalar';
}

/** What the collection is made with, where the options said so. */
export type CollectionSettings = Pick<
  QdrantBackendOptions,
  'shardNumber' | 'replicationFactor' | 'writeConsistencyFactor' | 'onDiskPayload' | 'quantization'
>;

export interface BackendSettings {
  /** Origin and path, without credentials: fit for messages. */
  url: string;
  apiKey: string | undefined;
  collection: string;
  timeoutMs: number;
  exact: boolean;
  settings: CollectionSettings;
}

const collectionForm = /^[\p{L}\p{N}_-]{1,200}$/u;

/** Checks once what was given; later code trusts it. */
export function parseOptions(options: QdrantBackendOptions): BackendSettings {
  const {
    url,
    apiKey,
    collection = 'memories',
    timeoutMs = 5000,
    exact = false,
    ...settings
  } = options ?? {};
  if (typeof url !== 'string' || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw wrong('url', 'is no http or https URL: give one such as http://127.0.0.1:6333');
  }
  const parsed = new URL(url);
  if (parsed.username !== '' || parsed.password !== '') {
    throw wrong(
      'url',
      'carries credentials: give the key as apiKey, so that it stands in no message',
    );
  }
  if (typeof collection !== 'string' || !collectionForm.test(collection)) {
    throw wrong('collection', `is ${JSON.stringify(collection)}: give letters, digits, - and _`);
  }
  if (typeof timeoutMs !== 'number' || !(timeoutMs >= 1)) {
    throw wrong('timeoutMs', `is ${timeoutMs}: give milliseconds, 1 or more`);
  }
  for (const field of ['shardNumber', 'replicationFactor', 'writeConsistencyFactor'] as const) {
    const value = settings[field];
    if (value !== undefined && !(Number.isInteger(value) && value >= 1)) {
      throw wrong(field, `is ${value}: give a whole number, 1 or more`);
    }
  }
  const { shardNumber, replicationFactor, writeConsistencyFactor, onDiskPayload, quantization } =
    settings;
  return {
    url: `${parsed.origin}${parsed.pathname.replace(/\/+$/, '')}`,
    apiKey: apiKey || undefined,
    collection,
    timeoutMs,
    exact,
    settings: {
      shardNumber,
      replicationFactor,
      writeConsistencyFactor,
      onDiskPayload,
      quantization,
    },
  };
}

function wrong(field: string, what: string): MnemeError {
  return new MnemeError('invalid_input', `${field} ${what}`, { field });
}
