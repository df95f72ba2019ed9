import {
  callback,
  choice,
  type FieldsOf,
  having,
  integer,
  invalid,
  numberFrom,
  parseFlag,
  parseOptions as parseGiven,
  parseText,
  show,
} from '@mneme/core/input';
import type { IndexOptions } from '@mneme/store';
import type { Rows } from '@mneme/store/rows';

/** Server, collection, and how the collection is made. */
export interface QdrantIndexOptions {
  /** `http://127.0.0.1:6333`, or `https://…`. Without a key: see `apiKey`. */
  url: string;
  /** Sent as the header `api-key`. Never part of a message. */
  apiKey?: string;
  /** Letters, digits, `-` and `_`. If it is missing, it is made and filled. Default: `memories`. */
  collection?: string;
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

/** An index, the rows beside it, and what happens while the server is down. */
export interface QdrantBackendOptions extends QdrantIndexOptions, Omit<IndexOptions, 'index'> {
  /**
   * Where all data is: `sqliteBackend({ path }).rows`, or, if several machines write, `postgresBackend({ … }).rows`. The
   * backend opens and closes them.
   */
  rows: Rows;
}

/** Settings for making the collection, if given. */
export type CollectionSettings = Pick<
  QdrantIndexOptions,
  'shardNumber' | 'replicationFactor' | 'writeConsistencyFactor' | 'onDiskPayload' | 'quantization'
>;

export interface BackendSettings {
  /** Origin and path, without credentials, for messages. */
  url: string;
  apiKey: string | undefined;
  collection: string;
  timeoutMs: number;
  exact: boolean;
  settings: CollectionSettings;
}

const collectionForm = /^[\p{L}\p{N}_-]{1,200}$/u;

const whole = integer({ min: 1 });

const indexFields = {
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
  timeoutMs: numberFrom(1),
  exact: parseFlag,
  shardNumber: whole,
  replicationFactor: whole,
  writeConsistencyFactor: whole,
  onDiskPayload: parseFlag,
  quantization: choice(['none', 'scalar']),
} satisfies FieldsOf<QdrantIndexOptions>;

const backendFields = {
  ...indexFields,
  rows: having<Rows>(
    ['open', 'read', 'write', 'close'],
    'give rows, such as sqliteBackend({ path }).rows',
  ),
  whenDown: choice(['rows', 'unavailable']),
  onProgress: callback<NonNullable<IndexOptions['onProgress']>>(),
} satisfies FieldsOf<QdrantBackendOptions>;

/** Checks the options once; later code trusts them. */
export function parseIndexOptions(options: QdrantIndexOptions): BackendSettings {
  const { url, apiKey, collection, timeoutMs, exact, ...settings } = parseGiven(
    options ?? {},
    indexFields,
    ['url'],
  );
  return {
    ...{ url, apiKey: apiKey || undefined, collection: collection ?? 'memories' },
    ...{ timeoutMs: timeoutMs ?? 5000, exact: exact ?? false, settings },
  };
}

export function parseBackendOptions(options: QdrantBackendOptions) {
  return parseGiven(options ?? {}, backendFields, ['url', 'rows']);
}
