import {
  choice,
  type FieldsOf,
  integer,
  invalid,
  numberFrom,
  parseFlag,
  parseOptions as parseGiven,
  parseText,
  show,
} from '@mneme/core/input';

/** Server, collection, and how the collection is made. */
export interface QdrantBackendOptions {
  /** `http://127.0.0.1:6333`, or `https://…`. Without a key: see `apiKey`. */
  url: string;
  /** Sent as the header `api-key`. Never part of a message. */
  apiKey?: string;
  /** Letters, digits, `-` and `_`. The name is an alias; the collection behind it has a number. Default: `memories`. */
  collection?: string;
  /** False: open rejects with `not_found` if there is no such collection. Default: true, it is created. */
  create?: boolean;
  /** Time limit of one request in milliseconds, including retries. Default: 5,000. */
  timeoutMs?: number;
  /** Search all vectors of the scope instead of the HNSW graph. Default: false. */
  exact?: boolean;
  /** Default: 1. For an existing collection it must match, like the five below. */
  shardNumber?: number;
  /** Copies of each shard, on different nodes. Default: 1. */
  replicationFactor?: number;
  /**
   * Copies that must have a write before it is acknowledged. Default: 1 (the others follow, or are taken out of
   * service).
   */
  writeConsistencyFactor?: number;
  /** Payloads on disk, read when they are returned. Default: true. */
  onDiskPayload?: boolean;
  /** `scalar`: int8 copies of the vectors are searched, and the best are scored again exactly. Default: `none`. */
  quantization?: 'none' | 'scalar';
}

/** Settings for making the collection, if given. */
export type CollectionSettings = Pick<
  QdrantBackendOptions,
  'shardNumber' | 'replicationFactor' | 'writeConsistencyFactor' | 'onDiskPayload' | 'quantization'
>;

export interface BackendSettings {
  /** Origin and path, without credentials, for messages. */
  url: string;
  apiKey: string | undefined;
  collection: string;
  create: boolean;
  timeoutMs: number;
  exact: boolean;
  settings: CollectionSettings;
}

const collectionForm = /^[\p{L}\p{N}_-]{1,200}$/u;

const whole = integer({ min: 1 });

const optionFields = {
  url(value: unknown, field: string) {
    if (typeof value !== 'string' || !URL.canParse(value) || !/^https?:/.test(value)) {
      throw invalid(field, 'is not an http or https URL: give one such as http://127.0.0.1:6333');
    }
    const { username, password, origin, pathname } = new URL(value);
    if (username === '' && password === '') return `${origin}${pathname.replace(/\/+$/, '')}`;
    throw invalid(
      field,
      'contains credentials: give the key as apiKey, so that no message shows it',
    );
  },
  apiKey: parseText,
  collection(value: unknown, field: string) {
    if (typeof value === 'string' && collectionForm.test(value)) return value;
    throw invalid(field, `is ${show(value)}: give letters, digits, - and _`);
  },
  create: parseFlag,
  timeoutMs: numberFrom(1),
  exact: parseFlag,
  shardNumber: whole,
  replicationFactor: whole,
  writeConsistencyFactor: whole,
  onDiskPayload: parseFlag,
  quantization: choice(['none', 'scalar']),
} satisfies FieldsOf<QdrantBackendOptions>;

/** Checks the options once; later code trusts them. */
export function parseOptions(options: QdrantBackendOptions): BackendSettings {
  const given = parseGiven(options ?? {}, optionFields, ['url']);
  const { url, apiKey, collection = 'memories', create = true } = given;
  const { timeoutMs = 5000, exact = false } = given;
  const { shardNumber, replicationFactor, writeConsistencyFactor, onDiskPayload, quantization } =
    given;
  return {
    url,
    apiKey: apiKey || undefined,
    collection,
    create,
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
