import { resolve } from 'node:path';
import { type MemoryBackend, MnemeError } from '@mneme/core';
import type { KeyBackend } from '@mneme/core/contract';
import type { Keyring } from '@mneme/sealed';
import { unsealed } from '@mneme/sealed/unsealed';
import type { SqliteBackend } from '@mneme/sqlite';
import { loadOptional } from './load-optional.ts';

/** Where a memory is kept, taken apart: `sqlite:ada.db` is the scheme `sqlite` and the rest `ada.db`. */
export interface StoreAddress {
  scheme: string;
  rest: string;
}

/** What the opener of a store needs beside its address. */
export interface BackendOptions {
  /** Writes need not survive a power cut. */
  temporary?: boolean;
  /** Opening rejects with `not_found` where the collection of a server is not there yet. Default: it is made. */
  mustExist?: boolean;
  /** Opens a damaged file too. */
  inspect?: boolean;
  /** Sent to the Qdrant server of the address. */
  qdrantApiKey?: string;
  /** Of a SQLite file. Other stores have none, and neither has a database in memory. */
  key?: string;
  /** The store is sealed with it. Absent: it is not sealed, and one that is rejects with `wrong_key` when it is opened. */
  keyring?: Keyring;
  /** Opens it sealed or not, for what copies it whole and reads nothing. */
  whole?: boolean;
}

/** A backend, and what else its place can keep. */
export type OpenedBackend = MemoryBackend & {
  /** Keeps the keys of a server too. Absent: it keeps none. */
  readonly keys?: KeyBackend;
  /** Copies the store to a file while it is in use, once it was opened. Absent: the store is no file. */
  backup?: SqliteBackend['backup'];
};

interface Scheme {
  /** What an address looks like, for messages. */
  form: string;
  /** What is wrong with a place, as a sentence. */
  wrongWith?(rest: string): string | undefined;
  open(rest: string, options: BackendOptions): Promise<OpenedBackend>;
}

/** One entry a technology. */
const schemes: Readonly<Record<string, Scheme>> = {
  sqlite: {
    form: 'sqlite:PATH',
    async open(path, { temporary, inspect, key }) {
      const { sqliteBackend } = await loadOptional('@mneme/sqlite', () => import('@mneme/sqlite'));
      return sqliteBackend({
        path,
        inspect,
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
        : 'A PostgreSQL address is the URL of a database, and the schema where it is not mneme: write postgres://mneme@127.0.0.1/mneme?schema=mneme.',
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

// Two letters or more, so that the drive of a Windows path is no scheme.
const schemeForm = /^([a-z][a-z0-9+-]+):(.*)$/s;

/** Takes an address apart. A text without a scheme is the path of a SQLite file. */
export function parseStoreAddress(address: string): StoreAddress {
  const [, scheme, rest] = schemeForm.exec(address) ?? [undefined, 'sqlite', address];
  if (scheme === undefined || rest === undefined || !Object.hasOwn(schemes, scheme)) {
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
  const wrong = schemes[scheme]?.wrongWith?.(rest);
  if (wrong !== undefined) throw new MnemeError('invalid_input', wrong, { field: 'db' });
  return { scheme, rest: scheme === 'sqlite' && rest !== ':memory:' ? resolve(rest) : rest };
}

/** Makes the backend of an address. Nothing is opened yet. */
export async function openBackend(
  { scheme, rest }: StoreAddress,
  options: BackendOptions = {},
): Promise<OpenedBackend> {
  const opened = await schemes[scheme]!.open(rest, options);
  const { keyring, whole } = options;
  if (whole) return opened;
  if (keyring === undefined) return unsealed(opened);
  const { sealedBackend, sealedKeys } = await import('@mneme/sealed');
  const { keys } = opened;
  return Object.assign(sealedBackend(opened, { keyring }), {
    keys: keys && sealedKeys(keys, { keyring }),
    backup: opened.backup?.bind(opened),
  });
}

/** An address as it may be shown: it may carry a password or a token. */
export function shownAddress(address: string): string {
  return address.replace(/\/\/[^/@\s]*@/, '//…@').replace(/\?[^#]*/, '?…');
}

/** The file of an address, where it has one. */
export function addressPath({ scheme, rest }: StoreAddress): string | undefined {
  return scheme === 'sqlite' && rest !== ':memory:' ? rest : undefined;
}

function knownForms(): string {
  return Object.values(schemes)
    .map((scheme) => scheme.form)
    .join(', ');
}
