import { resolve } from 'node:path';
import { type MemoryBackend, MnemeError } from '@mneme/core';
import type { Keyring } from '@mneme/sealed';
import { unsealed } from '@mneme/sealed/unsealed';
import type { SqliteBackend } from '@mneme/sqlite';
import { loadOptional } from './load-optional.ts';

/** A parsed address: `sqlite:ada.db` has the scheme `sqlite` and the rest `ada.db`. */
export interface StoreAddress {
  scheme: string;
  rest: string;
}

/** What the opener of a store gets besides its address. */
export interface BackendOptions {
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
  /** Key of a SQLite file. Other stores have none, and neither has a database in memory. */
  key?: string;
  /** Seals the store. Absent: it is not sealed, and opening a sealed one rejects with `wrong_key`. */
  keyring?: Keyring;
  /** Opens it sealed or not, to copy it as a whole without reading it. */
  whole?: boolean;
}

/** A backend, and further abilities of its technology. */
export type OpenedBackend = MemoryBackend & {
  /** Copies the open store to a file while it is in use. Absent: the store is not a file. */
  backup?: SqliteBackend['backup'];
};

/** A technology that addresses can name. */
export interface StoreScheme {
  /** Form of an address, for messages: `redis://HOST/DATABASE`. */
  form: string;
  /** Returns what is wrong with the part of an address after its first colon, as a sentence. */
  wrongWith?(rest: string): string | undefined;
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
    async open(path, { temporary, inspect, readOnly, key }) {
      const { sqliteBackend } = await loadOptional('@mneme/sqlite', () => import('@mneme/sqlite'));
      return sqliteBackend({
        path,
        inspect,
        readOnly,
        durability: temporary ? 'normal' : 'full',
        key: path === ':memory:' ? undefined : key,
      });
    },
  },
  qdrant: {
    form: 'qdrant:URL/COLLECTION',
    wrongWith: (rest) =>
      /^https?:\/\/[^/].*\/[^/]+$/s.test(rest)
        ? undefined
        : "A Qdrant address is the server's URL and a collection: write qdrant:http://127.0.0.1:6333/memories.",
    async open(rest, { qdrantApiKey, mustExist = false }) {
      const { qdrantBackend } = await loadOptional('@mneme/qdrant', () => import('@mneme/qdrant'));
      const slash = rest.lastIndexOf('/');
      return qdrantBackend({
        url: rest.slice(0, slash),
        collection: rest.slice(slash + 1),
        apiKey: qdrantApiKey,
        create: !mustExist,
      });
    },
  },
  postgres: {
    form: 'postgres://USER@HOST/DATABASE',
    wrongWith: (rest) =>
      URL.canParse(`postgres:${rest}`) && /^\/\/[^/]*\/[^/]+$/.test(rest)
        ? undefined
        : 'A PostgreSQL address is the URL of a database, with the schema if it is not mneme: write postgres://mneme@127.0.0.1/mneme?schema=mneme.',
    async open(rest, { mustExist = false }) {
      const { postgresBackend } = await loadOptional(
        '@mneme/postgres',
        () => import('@mneme/postgres'),
      );
      const url = new URL(`postgres:${rest}`);
      const schema = url.searchParams.get('schema') ?? undefined;
      url.searchParams.delete('schema');
      return postgresBackend({ connectionString: url.href, schema, create: !mustExist });
    },
  },
};

const schemes = new Map(Object.entries(ownSchemes));

// At least two letters, so that the drive of a Windows path is not a scheme.
const schemeForm = /^([a-z][a-z0-9+-]+):(.*)$/s;

/** Parses an address. A text without a scheme is the path of a SQLite file. */
export function parseStoreAddress(address: string): StoreAddress {
  const [, scheme, rest] = schemeForm.exec(address) ?? [undefined, 'sqlite', address];
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
  return { scheme, rest: scheme === 'sqlite' && rest !== ':memory:' ? resolve(rest) : rest };
}

/** Makes the backend of an address. Nothing is opened yet. */
export async function openBackend(
  { scheme, rest }: StoreAddress,
  options: BackendOptions = {},
): Promise<OpenedBackend> {
  const opened = await schemes.get(scheme)!.open(rest, options);
  const { keyring, whole } = options;
  if (whole) return opened;
  if (keyring === undefined) return unsealed(opened);
  const { sealedBackend } = await import('@mneme/sealed');
  return Object.assign(sealedBackend(opened, { keyring }), {
    backup: opened.backup?.bind(opened),
  });
}

/** An address without its password or token, for messages. */
export function shownAddress(address: string): string {
  return address.replace(/\/\/[^/@\s]*@/, '//…@').replace(/\?[^#]*/, '?…');
}

/** The file of an address, if it is one. */
export function addressPath({ scheme, rest }: StoreAddress): string | undefined {
  return scheme === 'sqlite' && rest !== ':memory:' ? rest : undefined;
}

function knownForms(): string {
  return [...schemes.values()].map((scheme) => scheme.form).join(', ');
}
