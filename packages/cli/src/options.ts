import { telemetryModes } from '@mneme/runtime';

/**
 * An option of a command. `flag` takes no value; of several `text` the last one counts, and all of a `list`. `choices`
 * are what a slip is compared with; what else is taken is for the command to say.
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

/** Said once for all commands: before the word of the command or behind it. */
export const globalOptions = {
  db: {
    type: 'text',
    value: 'ADDRESS',
    help: 'the store: a SQLite file, qdrant:URL/COLLECTION or postgres://USER@HOST/DATABASE',
  },
  scope: { type: 'text', value: 'NAME', help: 'whose memory (default: "default")' },
  project: { type: 'text', value: 'FOLDER', help: "as --scope: that of the folder's project" },
  embedder: {
    type: 'text',
    value: 'SPEC',
    help: 'static (default), transformers:MODEL or http:URL#MODEL',
    choices: ['static', 'transformers:', 'http:'],
  },
  reranker: {
    type: 'text',
    value: 'SPEC',
    help: 'none (default) or transformers:MODEL, a cross-encoder',
    choices: ['none', 'transformers:'],
  },
  llm: {
    type: 'text',
    value: 'SPEC',
    help: 'what learns and judges: none (default), claude[:MODEL] or http:URL#MODEL',
    choices: ['none', 'http:', 'claude', 'claude:'],
  },
  secrets: {
    type: 'text',
    value: 'POLICY',
    help: 'reject (default), mask or allow; by kind too: reject,email=mask',
    choices: ['reject', 'mask', 'allow'],
  },
  documents: {
    type: 'text',
    value: 'ADDRESS',
    help: 'the store for documents, where --db keeps none: a SQLite file or postgres://…',
  },
  'key-file': { type: 'text', value: 'FILE', help: 'the key of an encrypted SQLite file' },
  'key-command': { type: 'text', value: 'COMMAND', help: 'the key is what COMMAND prints' },
  keyring: { type: 'text', value: 'FILE', help: 'the keys of a sealed store' },
  'master-key-file': { type: 'text', value: 'FILE', help: 'the master key of the keyring' },
  'master-key-command': {
    type: 'text',
    value: 'COMMAND',
    help: 'the master key is what COMMAND prints',
  },
  telemetry: {
    type: 'text',
    value: 'MODE',
    help: 'OpenTelemetry: off (default), on, or content (with texts)',
    choices: telemetryModes,
  },
  json: { type: 'flag', help: 'one JSON document on standard output, nothing else' },
  help: { type: 'flag', help: 'say what the command does' },
} as const satisfies OptionTable;

export type GlobalName = keyof typeof globalOptions;
export type GlobalValues = OptionValues<typeof globalOptions>;

/** A SQLite file, sealed or not, or another store, as it is. */
export const fileOptions = [
  'db',
  'key-file',
  'key-command',
] as const satisfies readonly GlobalName[];

export const keyringOptions = [
  'keyring',
  'master-key-file',
  'master-key-command',
] as const satisfies readonly GlobalName[];

/** What opens a memory. */
export const storeOptions = [
  ...fileOptions,
  ...keyringOptions,
  'telemetry',
] as const satisfies readonly GlobalName[];

export const scopeOptions = ['scope', 'project'] as const satisfies readonly GlobalName[];

/** The options that a command takes, its own first. */
export function optionsOf({
  options,
  uses,
}: {
  options: OptionTable;
  uses: readonly GlobalName[];
}): OptionTable {
  const shared = [...uses, 'json', 'help'] as const;
  return {
    ...options,
    ...Object.fromEntries(shared.map((name) => [name, globalOptions[name]])),
  };
}
