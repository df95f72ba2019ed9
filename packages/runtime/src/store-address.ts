import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type MemoryBackend, MnemeError } from '@mneme/core';
import { invalid } from '@mneme/core/input';
import type { QdrantBackendOptions } from '@mneme/qdrant';
import type { Keyring } from '@mneme/sealed';
import { unread, unsealed } from '@mneme/sealed/unsealed';
import type { SqliteBackend } from '@mneme/sqlite';
import type { DatabaseOptions, DatabasesBackend } from '@mneme/store';
import { readDatabases } from './databases-file.ts';
import { loadOptional } from './load-optional.ts';
import { missingFile } from './missing-file.ts';

type Rows = QdrantBackendOptions['rows'];

/** A parsed address: `sqlite:ada.db` has the scheme `sqlite` and the rest `ada.db`. */
export interface StoreAddress {
  scheme: string;
  rest: string;
}

/** How much of a machine a store may use. Absent: the default of its technology. */
export interface StoreLimits {
  /** Milliseconds of one call; for SQLite those that it waits for other processes. */
  timeoutMs?: number;
  /** Connections to the database. */
  connections?: number;
  /** Bytes of memory for cached indexes and records. */
  cacheBytes?: number;
}

/** What the opener of a store gets besides its address. */
export interface BackendOptions extends StoreLimits {
  /** Writes need not survive a power cut. */
  temporary?: boolean;
  /** Opening rejects with `not_found` if the server has no such collection. Default: it is created. */
  mustExist?: boolean;
  /** Opens a damaged file too. */
  inspect?: boolean;
  /** Changes nothing in a file or beside it. Servers ignore it. */
  readOnly?: boolean;
  /** API key for the Qdrant server of the address. */
  qdrantApiKey?: string;
  /** Where the data of a search index is: see {@link StoreScheme}. */
  rows?: StoreAddress;
  /** Called while a search index is filled in several steps. */
  onProgress?: QdrantBackendOptions['onProgress'];
  /** Key of a SQLite file. Other stores have none, and neither has a database in memory. */
  key?: string;
  /** Seals the store. Absent: it is not sealed, and opening a sealed one rejects with `wrong_key`. */
  keyring?: Keyring;
  /** Opens it sealed or not, to copy it as a whole without reading it. */
  whole?: boolean;
}

/** A backend, and further abilities of its technology. */
export type OpenedBackend = MemoryBackend &
  Partial<
    // Absent: it is not made of rows.
    Pick<SqliteBackend, 'rows' | 'options'> &
      // Copies the open store to a file while it is in use. Absent: the store is not a file.
      Pick<SqliteBackend, 'backup'> &
      // Absent: it is one database.
      Pick<DatabasesBackend, 'databases'>
  >;

/** A technology that addresses can name. */
export interface StoreScheme {
  /** Form of an address, for messages: `redis://HOST/DATABASE`. */
  form: string;
  /** Returns what is wrong with the part of an address after its first colon, as a sentence. */
  wrongWith?(rest: string): string | undefined;
  /** It is a search index, and its data is in the rows of another store. */
  isIndex?: true;
  /** The limits that it has. Default: none. */
  limits?: readonly (keyof StoreLimits)[];
  /** Makes the backend for that part. It is opened later. */
  open(rest: string, options: BackendOptions): Promise<OpenedBackend>;
}

/**
 * Adds a technology for the life of the process: addresses with this scheme are then opened by it.
 * @example
 * registerStore('redis', { form: 'redis://HOST/DATABASE', open: async (rest) => redisBackend({ url: `redis:${rest}` }) });
 */
export function registerStore(scheme: string, store: StoreScheme): void {
  if (!/^[a-z][a-z0-9+-]+$/.test(scheme) || schemes.has(scheme))
    throw new MnemeError(
      'invalid_input',
      `"${scheme}" cannot be registered as a scheme of stores: give two lower-case letters or more that are not ${[...schemes.keys()].join(', ')}`,
      { field: 'scheme' },
    );
  schemes.set(scheme, store);
}

/** One entry for each technology. */
const ownSchemes: Record<string, StoreScheme> = {
  sqlite: {
    form: 'sqlite:PATH',
    limits: ['timeoutMs'],
    async open(path, { temporary, inspect, readOnly, key, timeoutMs: busyTimeoutMs }) {
      const { sqliteBackend } = await loadOptional('@mneme/sqlite', () => import('@mneme/sqlite'));
      return sqliteBackend({
        path,
        inspect,
        readOnly,
        busyTimeoutMs,
        durability: temporary ? 'normal' : 'full',
        key: path === ':memory:' ? undefined : key,
      });
    },
  },
  qdrant: {
    form: 'qdrant:URL/COLLECTION',
    limits: ['timeoutMs'],
    wrongWith: (rest) =>
      /^https?:\/\/[^/].*\/[^/]+$/s.test(rest)
        ? undefined
        : "A Qdrant address is the server's URL and a collection: write qdrant:http://127.0.0.1:6333/memories.",
    isIndex: true,
    async open(rest, { rows, ...options }) {
      const { qdrantApiKey: apiKey, timeoutMs, onProgress } = options;
      const kept = await openRows(rows, options);
      const { qdrantBackend } = await loadOptional('@mneme/qdrant', () => import('@mneme/qdrant'));
      const slash = rest.lastIndexOf('/');
      const place = { url: rest.slice(0, slash), collection: rest.slice(slash + 1), apiKey };
      const backend = qdrantBackend({ ...place, timeoutMs, onProgress, rows: kept.rows });
      return { ...backend, backup: kept.backup };
    },
  },
  postgres: {
    form: 'postgres://USER@HOST/DATABASE',
    limits: ['timeoutMs', 'connections', 'cacheBytes'],
    wrongWith: (rest) =>
      /^\/\/[^/?#]*\/[^/?#]+(\?[^#]*)?$/.test(rest)
        ? undefined
        : 'A PostgreSQL address is the URL of a database, with the schema if it is not mneme: write postgres://mneme@127.0.0.1/mneme?schema=mneme, or postgres://mneme@/mneme?host=/var/run/postgresql for a socket.',
    async open(rest, { mustExist = false, timeoutMs, connections, cacheBytes }) {
      const { postgresBackend } = await loadOptional(
        '@mneme/postgres',
        () => import('@mneme/postgres'),
      );
      const [place, query] = rest.split('?', 2);
      const parameters = new URLSearchParams(query);
      const schema = parameters.get('schema') ?? undefined;
      parameters.delete('schema');
      return postgresBackend({
        connectionString: `postgres:${place}?${parameters}`,
        schema,
        create: !mustExist,
        ...{ timeoutMs, connections, cacheBytes },
      });
    },
  },
};

/** Several of the others, as a file names them. */
ownSchemes.databases = {
  form: 'databases:FILE.json',
  limits: ['timeoutMs', 'connections', 'cacheBytes'],
  async open(file, options) {
    const { databasesBackend } = await loadOptional('@mneme/store', () => import('@mneme/store'));
    const opened: Record<string, DatabaseOptions> = {};
    for (const { name, newScopes, db, rows, key = options.key } of await readDatabases(file)) {
      const address = parseStoreAddress(db);
      const beside = rows === undefined ? undefined : parseStoreAddress(rows);
      const path = addressPath(beside ?? address);
      if (options.mustExist && Object.keys(opened).length === 0 && path && !existsSync(path))
        throw missingFile(path);
      const backend = await openBackend(address, { ...options, rows: beside, key });
      if (backend.rows === undefined || backend.options === undefined)
        throw invalid('databases', `has "${name}", which is no SQLite file, PostgreSQL or Qdrant`);
      opened[name] = { backend: backend as DatabaseOptions['backend'], newScopes };
    }
    return databasesBackend(opened);
  },
};

const schemes = new Map(Object.entries(ownSchemes));

/** The store beside a search index. Not opened yet. */
async function openRows(
  rows: StoreAddress | undefined,
  options: BackendOptions,
): Promise<OpenedBackend & { rows: Rows }> {
  if (rows === undefined)
    throw invalid(
      'rows',
      'is missing: Qdrant is only a search index, so name the store with the data, which is all that a copy, a backup or an export needs',
    );
  const { open, isIndex } = schemes.get(rows.scheme)!;
  const kept = isIndex ? undefined : await open(rows.rest, options);
  if (kept?.rows !== undefined) return Object.assign(kept, { rows: kept.rows });
  throw invalid('rows', 'is no store of rows: give a SQLite file or a PostgreSQL database');
}

/** Whether an address is that of a search index. */
export function isIndexAddress({ scheme }: StoreAddress): boolean {
  return schemes.get(scheme)?.isIndex === true;
}

// At least two letters, so that the drive of a Windows path is not a scheme.
const schemeForm = /^([a-z][a-z0-9+-]+):(.*)$/s;

/** Parses an address. A text without a scheme is the path of a SQLite file. */
export function parseStoreAddress(address: string): StoreAddress {
  const [, named, rest] = schemeForm.exec(address) ?? [undefined, 'sqlite', address];
  const scheme = named === 'postgresql' ? 'postgres' : named;
  if (scheme === undefined || rest === undefined || !schemes.has(scheme)) {
    throw new MnemeError(
      'invalid_input',
      `Unknown kind of store "${scheme}" in "${shownAddress(address)}". Known: ${knownForms()}.`,
      { field: 'db' },
    );
  }
  if (rest.trim() === '') {
    throw new MnemeError(
      'invalid_input',
      `The address "${shownAddress(address)}" names no place. Write ${knownForms()}.`,
      {
        field: 'db',
      },
    );
  }
  const wrong = schemes.get(scheme)?.wrongWith?.(rest);
  if (wrong !== undefined) throw new MnemeError('invalid_input', wrong, { field: 'db' });
  return { scheme, rest: isOfFiles({ scheme, rest }) ? resolve(rest) : rest };
}

/** Throws `invalid_input` for a limit that none of these stores has. */
export function checkLimits(limits: StoreLimits, addresses: readonly StoreAddress[]): void {
  for (const [name, value] of Object.entries(limits) as [keyof StoreLimits, number?][]) {
    const has = ({ limits = [] }: StoreScheme) => limits.includes(name);
    if (value === undefined || addresses.some(({ scheme }) => has(schemes.get(scheme)!))) continue;
    const forms = [...schemes.values()].filter(has).map(({ form }) => form);
    throw invalid(name, `is for a store at ${forms.join(' or ')}`, 'leave it out');
  }
}

/** Makes the backend of an address. Nothing is opened yet. */
export async function openBackend(
  { scheme, rest }: StoreAddress,
  options: BackendOptions = {},
): Promise<OpenedBackend> {
  const opened = await schemes.get(scheme)!.open(rest, options);
  const { keyring, whole } = options;
  // Each of several databases was sealed by itself.
  if (opened.databases !== undefined) return opened;
  if (whole) return unread(opened);
  if (keyring === undefined) return unsealed(opened);
  const { sealedBackend } = await import('@mneme/sealed');
  return Object.assign(sealedBackend(opened as SqliteBackend, { keyring }), {
    backup: opened.backup,
  });
}

/** An address without its password or token, for messages. */
export function shownAddress(address: string): string {
  return address.replace(/\/\/[^/@\s]*@/, '//…@').replace(/\?[^#]*/, '?…');
}

/** Whether the store is a file, or has files: then it may have a key. */
export function isOfFiles({ scheme, rest }: StoreAddress): boolean {
  return scheme === 'databases' || (scheme === 'sqlite' && rest !== ':memory:');
}

/** The file of an address, if it is one. */
export function addressPath({ scheme, rest }: StoreAddress): string | undefined {
  return scheme === 'sqlite' && rest !== ':memory:' ? rest : undefined;
}

function knownForms(): string {
  return [...schemes.values()].map((scheme) => scheme.form).join(', ');
}
