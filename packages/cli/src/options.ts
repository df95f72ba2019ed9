import { telemetryModes } from '@mneme/runtime';

/**
 * An option of a command. `flag` takes no value; of several `text` the last one counts, and all of a `list`. `choices`
 * are what a shell offers and what a slip is compared with; what else is taken is for the command to say.
 */
export type Option =
  | { type: 'text' | 'list'; value: string; help: string; choices?: readonly string[] }
  | { type: 'flag'; help: string };

export type OptionTable = Readonly<Record<string, Option>>;

/** What was given, by the option's name without dashes. */
export type OptionValues<O extends OptionTable> = {
  [K in keyof O]: ValueOf<O[K]['type']> | undefined;
};

type ValueOf<T extends Option['type']> = T extends 'flag'
  ? boolean
  : T extends 'list'
    ? string[]
    : string;

/** Values of options whose names are not known here. */
export type AnyValues = Readonly<Record<string, string | boolean | string[] | undefined>>;

/** As the command line writes them. */
export const importances = ['1', '2', '3', '4', '5'] as const;

/** What the spec of an embedder begins with. */
export const embedderKinds = ['static', 'transformers:', 'http:'] as const;

/** Every command takes these. */
export const commonOptions = {
  json: { type: 'flag', help: 'one JSON document on standard output, nothing else' },
  help: { type: 'flag', help: 'say what the command does' },
} as const satisfies OptionTable;

/** Where the key of an encrypted SQLite file is. */
export const fileKeyOptions = {
  'key-file': {
    type: 'text',
    value: 'FILE',
    help: 'the key of an encrypted SQLite file is in FILE (default: $MNEME_KEY, else the file $MNEME_KEY_FILE)',
  },
  'key-command': {
    type: 'text',
    value: 'COMMAND',
    help: 'the key is what COMMAND prints',
  },
} as const satisfies OptionTable;

/** Where the keyring of a sealed store is. */
export const keyringOptions = {
  keyring: {
    type: 'text',
    value: 'FILE',
    help: 'the store is sealed, and its keys are in FILE (default: $MNEME_KEYRING)',
  },
  'master-key-file': {
    type: 'text',
    value: 'FILE',
    help: 'the master key of the keyring is in FILE (default: $MNEME_MASTER_KEY, else the file $MNEME_MASTER_KEY_FILE)',
  },
  'master-key-command': {
    type: 'text',
    value: 'COMMAND',
    help: 'the master key is what COMMAND prints',
  },
} as const satisfies OptionTable;

/** Commands that take a store as it is, sealed or not, take these. */
export const wholeStoreOptions = {
  backend: {
    type: 'text',
    value: 'ADDRESS',
    help: 'sqlite:PATH, qdrant:URL/COLLECTION (its key: $QDRANT_API_KEY) or postgres://USER@HOST/DATABASE (as --db; the password: $PGPASSWORD)',
  },
  db: {
    type: 'text',
    value: 'ADDRESS',
    help: 'sqlite:PATH or PATH (default: $MNEME_DB, else mneme.db in your data folder)',
  },
  ...fileKeyOptions,
} as const satisfies OptionTable;

/** Commands that open a store take these. */
export const storeOptions = {
  ...wholeStoreOptions,
  ...keyringOptions,
  telemetry: {
    type: 'text',
    value: 'MODE',
    help: "off, on or content: spans and metrics by the process's OpenTelemetry, with contents where you say so (default: $MNEME_TELEMETRY, else off)",
    choices: telemetryModes,
  },
} as const satisfies OptionTable;

/** Commands that reach documents take these. */
export const documentOptions = {
  documents: {
    type: 'text',
    value: 'PATH',
    help: 'another store for documents, where --db keeps none, as Qdrant: a SQLite file or postgres://… (default: $MNEME_DOCUMENTS)',
  },
} as const satisfies OptionTable;

/** Commands of the server take these. */
export const keyOptions = {
  keys: {
    type: 'text',
    value: 'FILE',
    help: 'a JSON file for the keys (default: in the SQLite file of --db or --documents)',
  },
} as const satisfies OptionTable;

export const scopeOption = {
  scope: {
    type: 'text',
    value: 'NAME',
    help: 'whose memory (default: $MNEME_SCOPE, else "default")',
  },
} as const satisfies OptionTable;

/** Every command that takes a scope takes this too. */
export const projectOption = {
  project: {
    type: 'text',
    value: 'FOLDER',
    help: 'the scope of the project that this folder is in, in place of --scope',
  },
} as const satisfies OptionTable;

/** Commands that write take these. */
export const secretsOption = {
  secrets: {
    type: 'text',
    value: 'POLICY',
    help: 'reject, mask or allow what looks like a secret, by kind too: reject,card_number=mask,email=mask (default: $MNEME_SECRETS, else reject)',
    choices: ['reject', 'mask', 'allow'],
  },
} as const satisfies OptionTable;

/** Commands that search take these. */
export const rerankerOptions = {
  reranker: {
    type: 'text',
    value: 'SPEC',
    help: 'transformers:<model>, a cross-encoder for the last stage | none (default: $MNEME_RERANKER, else none)',
    choices: ['none', 'transformers:'],
  },
} as const satisfies OptionTable;

/** Commands that turn text into vectors take these. */
export const embedderOptions = {
  embedder: {
    type: 'text',
    value: 'SPEC',
    help: 'static | transformers:<model> | http:<url>#<model> (default: $MNEME_EMBEDDER, else static)',
    choices: embedderKinds,
  },
} as const satisfies OptionTable;
