import { telemetryModes } from '@mneme/runtime';

/**
 * An option of a command. `flag` takes no value; for several `text` the last one counts, for a `list` all. A near miss
 * of `choices` is a mistake; the command checks other values.
 */
export type Option =
  | { type: 'text' | 'list'; value: string; help: string; choices?: readonly string[] }
  | { type: 'flag'; help: string };

export type OptionTable = Readonly<Record<string, Option>>;

/** The given values, by the option's name without dashes. */
export type OptionValues<O extends OptionTable> = {
  [K in keyof O]: ValueOf<O[K]['type']> | undefined;
};

type ValueOf<T extends Option['type']> = T extends 'flag'
  ? boolean
  : T extends 'list'
    ? string[]
    : string;

/** Values of options with unknown names. */
export type AnyValues = Readonly<Record<string, string | boolean | string[] | undefined>>;

/** In the form of the command line. */
export const importances = ['1', '2', '3', '4', '5'] as const;

/** Shared by all commands: before or after the word of the command. */
export const globalOptions = {
  db: {
    type: 'text',
    value: 'ADDRESS',
    help: 'the store: a SQLite file, qdrant:URL/COLLECTION or postgres://USER@HOST/DATABASE',
  },
  scope: { type: 'text', value: 'NAME', help: 'the scope (default: "default")' },
  project: { type: 'text', value: 'FOLDER', help: "the scope of the folder's project" },
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
    help: 'language model that learns and settles: none (default), claude[:MODEL] or http:URL#MODEL',
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
    help: 'the store for documents, if --db has none: a SQLite file or postgres://…',
  },
  'key-file': {
    type: 'text',
    value: 'FILE',
    help: 'file with the key of an encrypted SQLite file',
  },
  'key-command': { type: 'text', value: 'COMMAND', help: 'command that prints the key' },
  keyring: { type: 'text', value: 'FILE', help: 'file with the keys of a sealed store' },
  'master-key-file': {
    type: 'text',
    value: 'FILE',
    help: 'file with the master key of the keyring',
  },
  'master-key-command': {
    type: 'text',
    value: 'COMMAND',
    help: 'command that prints the master key',
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

/** Options for opening a memory. */
export const storeOptions = [
  ...fileOptions,
  ...keyringOptions,
  'telemetry',
] as const satisfies readonly GlobalName[];

export const scopeOptions = ['scope', 'project'] as const satisfies readonly GlobalName[];

/** The options of a command, its own first. */
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
