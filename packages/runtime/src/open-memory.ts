import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BackendWithDocuments,
  createMemory,
  type Memory,
  type MemoryOptions,
  MnemeError,
  type SecretPolicy,
} from '@mneme/core';
import { type KeyBackend, keepsDocuments } from '@mneme/core/backend';
import { readSecretPolicy } from '@mneme/core/faces';
import {
  callback,
  type FieldsOf,
  invalid,
  parseFlag,
  parseObject,
  parseOptions,
  parseText,
} from '@mneme/core/input';
import { type Environment, noHome, readEnvironment } from './environment.ts';
import { missingFile } from './missing-file.ts';
import { openEmbedder, openLlm, openReranker, parseModelSpec } from './models.ts';
import { type KeyringSource, keyringFields, openKeyring } from './open-keyring.ts';
import { openTelemetry } from './open-telemetry.ts';
import {
  addressPath,
  type BackendOptions,
  checkLimits,
  isIndexAddress,
  isOfFiles,
  type OpenedBackend,
  openBackend,
  parseStoreAddress,
  type StoreAddress,
  type StoreLimits,
  shownAddress,
} from './store-address.ts';
import { storeKey } from './store-key.ts';

/** Which store and which models to open. Options that are absent come from the environment. */
export interface OpenOptions extends KeyringSource {
  /** An address (`sqlite:PATH`, `qdrant:URL/COLLECTION`, `postgres://USER@HOST/DATABASE`, `databases:FILE`) or a path. Default: `MNEME_DB`. */
  db?: string;
  /**
   * Address or path of the store with the data, if `db` is `qdrant:…`: a SQLite file, or a PostgreSQL database if several
   * machines write. Default: `MNEME_ROWS`, else the user's own store.
   */
  rows?: string;
  /**
   * True: without `db` and `MNEME_DB` the user's own store is opened, mneme.db in the data folder, which is the one of
   * the command. Default: false, and then one of them is required.
   */
  userStore?: boolean;
  /** Address or path of another store for the documents. Default: with the records, if `db` supports documents. */
  documents?: string;
  /**
   * File with the key of encrypted SQLite files, for `db` and `documents`. Default: `MNEME_KEY`, else the file
   * `MNEME_KEY_FILE`, else no encryption.
   */
  keyFile?: string;
  /** A command that prints that key. */
  keyCommand?: string;
  /** `static`, `transformers:<model>` or `http:<url>#<model>`; `none` for calls without vectors. Default: `MNEME_EMBEDDER`, else `static`. */
  embedder?: string;
  /** `transformers:<model>` or `none`. Default: `MNEME_RERANKER`, else `none`. */
  reranker?: string;
  /**
   * The language model that learns from appended turns and judges conflicts: `none`, `http:<url>#<model>` or
   * `claude:<model>`; `settings.extractor` and `settings.judge` win over it. Default: `MNEME_LLM`, else `none`.
   */
  llm?: string;
  /** Such as `reject,card_number=mask`; `settings.secrets` wins over it. Default: `MNEME_SECRETS`, else `reject`. */
  secrets?: string;
  /**
   * `off`, `on` or `content`: see {@link openTelemetry}; `settings.telemetry` wins over it. Default: `MNEME_TELEMETRY`,
   * else `off`.
   */
  telemetry?: string;
  /** The environment. Default: that of the process. */
  environment?: Environment;
  /** Rejects with `not_found` if the store does not exist. Default: it is created. */
  mustExist?: boolean;
  /** Limits for `db` and `documents`. Rejects with `invalid_input` for one that neither of them has. */
  limits?: StoreLimits;
  /** Writes need not survive a power cut: for temporary stores. */
  temporary?: boolean;
  /** Opens a damaged file too, for examining and mending. */
  inspect?: boolean;
  /** Changes nothing in a file or beside it. Servers ignore it. */
  readOnly?: boolean;
  /** Called while Qdrant is filled in several steps, because it is new or lost what it had. */
  onProgress?: BackendOptions['onProgress'];
  /** Other options of the engine: clock, id maker, logger, decay and more. */
  settings?: Omit<MemoryOptions, 'backend' | 'documents' | 'embedder' | 'reranker'>;
}

const optionFields = {
  ...keyringFields,
  db: parseText,
  rows: parseText,
  userStore: parseFlag,
  documents: parseText,
  keyFile: parseText,
  keyCommand: parseText,
  embedder: parseText,
  reranker: parseText,
  llm: parseText,
  secrets: parseText,
  telemetry: parseText,
  environment: (value: unknown, field: string) =>
    parseObject(value, field) as unknown as Environment,
  mustExist: parseFlag,
  limits: (value: unknown, field: string): StoreLimits => parseObject(value, field),
  temporary: parseFlag,
  inspect: parseFlag,
  readOnly: parseFlag,
  onProgress: callback<NonNullable<BackendOptions['onProgress']>>(),
  settings: (value: unknown, field: string): OpenOptions['settings'] => parseObject(value, field),
} satisfies FieldsOf<OpenOptions>;

/** The options of `openMemory` among others, such as those of a command. */
export function openOptionsOf(values: Readonly<Record<string, unknown>>): OpenOptions {
  const names = Object.keys(optionFields).filter((name) => values[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/** An open memory, with its address and how to close it. */
export interface OpenedMemory {
  memory: Memory;
  /** The technology: `sqlite`, `qdrant`, `postgres`. */
  backend: string;
  /** Where server keys can be stored: beside the records or the documents. Absent: neither supports keys. */
  keys?: KeyBackend;
  /** What several databases can do besides. Absent: the store is one. */
  databases?: OpenedBackend['databases'];
  /** The store's file, if it is one. */
  path?: string;
  /** The file was created. */
  created: boolean;
  /** Neither an option nor the environment named a store. */
  byDefault: boolean;
  /** Closes the memory and then the models. */
  close(): Promise<void>;
}

/** From an address, options and the environment to an open memory. */
export async function openMemory(given: OpenOptions): Promise<OpenedMemory> {
  const options: OpenOptions = parseOptions(given, optionFields);
  const { environment = readEnvironment(), settings = {} } = options;
  const named = options.db ?? environment.db;
  if (named === undefined && options.userStore !== true)
    throw invalid(
      'db',
      'is missing: give the file or address of the store, such as { db: "bot.db" }, set MNEME_DB, or give userStore: true for the store of the command',
    );
  const address = parseStoreAddress(named ?? defaultDatabase(environment));
  const rows = rowsBeside(address, { rows: options.rows, environment });
  const path = addressPath(rows ?? address);
  const { limits = {} } = options;
  const apart = options.documents === undefined ? [] : [parseStoreAddress(options.documents)];
  checkLimits(limits, [address, ...(rows === undefined ? [] : [rows]), ...apart]);
  const created = path !== undefined && !existsSync(path);

  const forFile = isOfFiles(rows ?? address) || options.documents !== undefined;
  const key = await storeKey(options, { environment, forFile });
  // A temporary store leaves no keys in the user's keyring.
  const keyring = await openKeyring(options, options.temporary ? {} : environment);
  const rerankerSpec = parseModelSpec(
    options.reranker ?? environment.reranker ?? 'none',
    'reranker',
  );
  const llm = await openLlm(
    parseModelSpec(options.llm ?? environment.llm ?? 'none', 'llm'),
    environment,
  );
  const telemetry = settings.telemetry ?? (await telemetryOf(options.telemetry, environment));
  const spec = options.embedder ?? environment.embedder ?? 'static';
  const embedderSpec = spec === 'none' ? undefined : parseModelSpec(spec, 'embedder');
  if (created && options.mustExist) throw missingFile(path, { byDefault: named === undefined });
  const embedder = embedderSpec && (await openEmbedder(embedderSpec, environment));
  const reranker = await openReranker(rerankerSpec, environment);
  const closeModels = async () => {
    await embedder?.close?.();
    await reranker?.close?.();
  };
  const backend = await openBackend(address, {
    temporary: options.temporary,
    mustExist: options.mustExist,
    inspect: options.inspect,
    readOnly: options.readOnly,
    qdrantApiKey: environment.qdrantApiKey,
    ...{ rows, onProgress: options.onProgress },
    key,
    keyring,
    ...limits,
  });
  let documents: Awaited<ReturnType<typeof openDocuments>>;
  try {
    documents = await openDocuments(options, { key, keyring });
    const memory = await createMemory({
      ...llm,
      ...settings,
      secrets: settings.secrets ?? secretPolicyOf(options.secrets, environment),
      telemetry,
      backend,
      documents,
      embedder,
      reranker,
    });
    return {
      memory,
      backend: backend.name,
      keys: backend.keys ?? documents?.keys,
      databases: backend.databases,
      path,
      created,
      byDefault: named === undefined,
      async close() {
        await memory.close();
        await closeModels();
      },
    };
  } catch (error) {
    await backend.close();
    await documents?.close();
    await closeModels();
    throw error;
  }
}

/** The policy for secrets from an option, else from the environment; undefined if neither has one. */
export function secretPolicyOf(
  option: string | undefined,
  environment: Environment,
): SecretPolicy | undefined {
  if (option !== undefined) return readSecretPolicy(option, 'secrets');
  const { secrets } = environment;
  return secrets === undefined ? undefined : readSecretPolicy(secrets, 'MNEME_SECRETS');
}

function telemetryOf(option: string | undefined, { telemetry }: Environment) {
  if (option !== undefined) return openTelemetry(option);
  return telemetry === undefined ? undefined : openTelemetry(telemetry, 'MNEME_TELEMETRY');
}

async function openDocuments(
  options: OpenOptions,
  keys: Pick<BackendOptions, 'key' | 'keyring'>,
): Promise<(OpenedBackend & BackendWithDocuments) | undefined> {
  if (options.documents === undefined) return undefined;
  const { temporary, mustExist, inspect, readOnly, limits } = options;
  const address = parseStoreAddress(options.documents);
  const path = addressPath(address);
  if (mustExist && path !== undefined && !existsSync(path)) {
    throw missingFile(path, { field: 'documents' });
  }
  const backend = isIndexAddress(address)
    ? undefined
    : await openBackend(address, { temporary, mustExist, inspect, readOnly, ...keys, ...limits });
  if (backend !== undefined && keepsDocuments(backend)) return backend;
  await backend?.close();
  throw new MnemeError(
    'invalid_input',
    `documents is "${shownAddress(options.documents)}", and ${address.scheme} has no documents: give a SQLite file, such as documents.db`,
    { field: 'documents' },
  );
}

/**
 * Where the data of a search index is: as an option or the environment says, else in the user's own store. Undefined: the
 * address is no search index, and no option may be given.
 */
export function rowsBeside(
  address: StoreAddress,
  { rows, environment }: { rows?: string | undefined; environment: Environment },
): StoreAddress | undefined {
  if (isIndexAddress(address))
    return parseStoreAddress(rows ?? environment.rows ?? defaultDatabase(environment));
  if (rows === undefined) return undefined;
  throw invalid('rows', 'is only for a store at qdrant:URL/COLLECTION', 'leave it out');
}

/** The default store. Throws `invalid_input` without a home. */
export function defaultDatabase({ dataFolder }: Environment): string {
  if (dataFolder === undefined) throw noHome('default store', 'name one with --db or MNEME_DB');
  return join(dataFolder, 'mneme', 'mneme.db');
}
