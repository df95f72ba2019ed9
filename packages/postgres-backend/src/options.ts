import {
  type FieldsOf,
  invalid,
  numberFrom,
  parseFlag,
  parseOptions as parseGiven,
  show,
} from '@mneme/core/input';

/** A connection of a {@link PostgresPool}. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /** With `true` it is not reused. */
  release(broken?: boolean): void;
  /** Called when the connection breaks. Absent: only a waiting statement notices. */
  on?(event: 'error', listener: (error?: unknown) => void): unknown;
}

/** The used part of a pool of `pg`. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  end(): Promise<void>;
  /** For metrics. */
  readonly totalCount?: number;
  readonly idleCount?: number;
  readonly waitingCount?: number;
  readonly options?: { max?: number };
}

/** The database and the schema. Give `connectionString` or `pool`. */
export interface PostgresRowsOptions {
  /**
   * `postgres://user@host:5432/database`, as `pg` takes it; `postgres://user@/database?host=/var/run/postgresql` for a
   * socket. No message contains its password.
   */
  connectionString?: string;
  /** A pool of `pg` that you make and end. */
  pool?: PostgresPool;
  /** The schema of the tables. Letters, digits and `_`. Default: `mneme`. */
  schema?: string;
  /** False: open rejects with `not_found` if the schema has no store. Default: true, it is made. */
  create?: boolean;
  /** Time limit of one call in milliseconds, including retries. Default: 15,000. */
  timeoutMs?: number;
  /** Maximum number of open connections. Default: 10. Not with `pool`. */
  connections?: number;
}

/** The rows, and what is kept in memory above them. */
export interface PostgresBackendOptions extends PostgresRowsOptions {
  /** Bytes of memory in this process for cached indexes and records. Default: 256 MiB. */
  cacheBytes?: number;
}

export interface Settings extends Required<Omit<PostgresRowsOptions, 'connectionString' | 'pool'>> {
  connectionString: string | undefined;
  pool: PostgresPool | undefined;
  /** Database and schema, without credentials, for messages. */
  where: string;
}

const schemaForm = /^[a-z_][a-z0-9_]{0,62}$/;

const rowsFields = {
  connectionString(value: unknown, field: string) {
    if (
      typeof value === 'string' &&
      /^postgres(ql)?:\/\//.test(value) &&
      URL.canParse(withHost(value))
    )
      return value;
    throw invalid(
      field,
      'is not the URL of a database: give one such as postgres://mneme@127.0.0.1/mneme',
    );
  },
  pool(value: unknown, field: string) {
    if (typeof (value as Partial<PostgresPool> | null)?.connect === 'function')
      return value as PostgresPool;
    throw invalid(field, 'is not a pool: give a Pool of pg');
  },
  schema(value: unknown, field: string) {
    if (typeof value === 'string' && schemaForm.test(value)) return value;
    throw invalid(field, `is ${show(value)}: give lower-case letters, digits and _`);
  },
  create: parseFlag,
  timeoutMs: numberFrom(1),
  connections: numberFrom(1),
} satisfies FieldsOf<PostgresRowsOptions>;
const fields = { ...rowsFields, cacheBytes: numberFrom(0) };

/** Checks the options once; later code trusts them. */
export function parseOptions(options: PostgresBackendOptions): Settings & { cacheBytes: number } {
  const given = parseGiven(options ?? {}, fields, []);
  const { cacheBytes = 256 * 1024 * 1024 } = given;
  return { ...settingsOf(given), cacheBytes };
}

export function parseRowsOptions(options: PostgresRowsOptions): Settings {
  return settingsOf(parseGiven(options ?? {}, rowsFields, []));
}

function settingsOf(given: PostgresRowsOptions): Settings {
  const { connectionString, pool, schema = 'mneme', create = true } = given;
  if ((connectionString === undefined) === (pool === undefined))
    throw invalid('connectionString', 'or pool is needed, and only one of them');
  const { timeoutMs = 15_000, connections = 10 } = given;
  const where = `${connectionString === undefined ? 'the given pool' : placeOf(connectionString)}, schema ${schema}`;
  return { connectionString, pool, schema, create, timeoutMs, connections, where };
}

/** Host or folder of the socket, and database. */
function placeOf(connectionString: string): string {
  const { host, pathname, searchParams } = new URL(withHost(connectionString));
  return `${searchParams.get('host') ?? decodeURIComponent(host)}${pathname}`;
}

/** An URL may have a user and no host, if a parameter names the folder of a socket. */
function withHost(connectionString: string): string {
  return connectionString.replace('@/', '@localhost/');
}
