import { telemetryModes } from '@mneme/runtime';

/**
 * An option of a command. Without `value` or `values` it is a flag, which takes none; of several with `value` the last one
 * counts, and all with `values`. `choices` are what a slip is compared with; what else is taken is for the command to say.
 */
export interface Option {
  help: string;
  value?: string;
  values?: string;
  choices?: readonly string[];
}

export type OptionTable = Readonly<Record<string, Option>>;

/** The given values, by the option's name without dashes. */
export type OptionValues<O extends OptionTable> = {
  [K in keyof O]: ValueOf<O[K]> | undefined;
};

type ValueOf<T extends Option> = T extends { value: string }
  ? string
  : T extends { values: string }
    ? string[]
    : boolean;

/** What stands for the value in the help; undefined: of a flag. */
export function placeholderOf({ value, values }: Option): string | undefined {
  return value ?? values;
}

/** Values of options with unknown names. */
export type AnyValues = Readonly<Record<string, string | boolean | string[] | undefined>>;

/** In the form of the command line. */
export const importances = ['1', '2', '3', '4', '5'] as const;

/** Shared by all commands: before or after the word of the command. */
export const globalOptions = {
  db: {
    value: 'ADDRESS',
    help: 'the store: a SQLite file, qdrant:URL/COLLECTION or postgres://USER@HOST/DATABASE',
  },
  scope: { value: 'NAME', help: 'the scope (default: "default")' },
  project: { value: 'FOLDER', help: "the scope of the folder's project" },
  embedder: {
    value: 'SPEC',
    help: 'static (default), transformers:MODEL or http:URL#MODEL',
    choices: ['static', 'transformers:', 'http:'],
  },
  reranker: {
    value: 'SPEC',
    help: 'none (default) or transformers:MODEL, a cross-encoder',
    choices: ['none', 'transformers:'],
  },
  llm: {
    value: 'SPEC',
    help: 'language model that learns and settles: none (default), claude[:MODEL] or http:URL#MODEL',
    choices: ['none', 'http:', 'claude', 'claude:'],
  },
  secrets: {
    value: 'POLICY',
    help: 'reject (default), mask or allow; by kind too: reject,email=mask',
    choices: ['reject', 'mask', 'allow'],
  },
  documents: {
    value: 'ADDRESS',
    help: 'the store for documents, if --db has none: a SQLite file or postgres://…',
  },
  'key-file': { value: 'FILE', help: 'file with the key of an encrypted SQLite file' },
  'key-command': { value: 'COMMAND', help: 'command that prints the key' },
  keyring: { value: 'FILE', help: 'file with the keys of a sealed store' },
  'master-key-file': { value: 'FILE', help: 'file with the master key of the keyring' },
  'master-key-command': { value: 'COMMAND', help: 'command that prints the master key' },
  telemetry: {
    value: 'MODE',
    help: 'OpenTelemetry: off (default), on, or content (with texts)',
    choices: telemetryModes,
  },
  json: { help: 'one JSON document on standard output, nothing else' },
  help: { help: 'say what the command does' },
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
