import { integer } from '@mneme/core/input';
import { telemetryModes } from '@mneme/runtime';

/**
 * An option of a command. It has one of `value`, `values`, `list` and `number`, with the placeholder for the help;
 * without any of them it is a flag.
 */
export interface Option {
  help: string;
  /** A text; the last one counts. */
  value?: string;
  /** Repeatable texts. */
  values?: string;
  /** Texts with commas between them. */
  list?: string;
  number?: string;
  /** The allowed texts of `value` or `list`. */
  oneOf?: readonly string[];
}

export type OptionTable = Readonly<Record<string, Option>>;

/** The given values, by the library's form of the option's name: `dryRun` for `--dry-run`. */
export type OptionValues<O extends OptionTable> = {
  [K in keyof O as Camel<K & string>]: ValueOf<O[K]> | undefined;
};

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

type ValueOf<T extends Option> = T extends { number: string }
  ? number
  : T extends { list: string }
    ? TextOf<T>[]
    : T extends { values: string }
      ? string[]
      : T extends { value: string }
        ? TextOf<T>
        : boolean;

type TextOf<T extends Option> = T extends { oneOf: readonly (infer Text)[] } ? Text : string;

/** The placeholder of the value in the help; undefined for a flag. */
export function placeholderOf({ value, values, list, number }: Option): string | undefined {
  return value ?? values ?? list ?? number;
}

/** `dry-run` becomes `dryRun`. */
export function camel(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** `dryRun` becomes `dry-run`. */
export function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Values of options with unknown names. */
export type AnyValues = Readonly<Record<string, string | number | boolean | string[] | undefined>>;

/** Shared by all commands: before or after the word of the command. */
export const globalOptions = {
  db: {
    value: 'ADDRESS',
    help: 'the store: a SQLite file, qdrant:URL/COLLECTION, postgres://USER@HOST/DATABASE, or databases:FILE',
  },
  rows: {
    value: 'ADDRESS',
    help: "the store with the data, if --db is qdrant:… (default: the user's own SQLite file)",
  },
  scope: { value: 'NAME', help: 'the scope (default: "default")' },
  project: { value: 'FOLDER', help: "the scope of the folder's project" },
  embedder: {
    value: 'SPEC',
    help: 'static (default), transformers:MODEL or http:URL#MODEL',
  },
  reranker: {
    value: 'SPEC',
    help: 'none (default) or transformers:MODEL, a cross-encoder',
  },
  llm: {
    value: 'SPEC',
    help: 'language model that learns and settles: none (default), claude[:MODEL] or http:URL#MODEL',
  },
  secrets: {
    value: 'POLICY',
    help: 'reject (default), mask or allow; by kind too: reject,email=mask',
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
    oneOf: telemetryModes,
  },
  json: { help: 'one JSON document on standard output, nothing else' },
  help: { help: 'say what the command does' },
} as const satisfies OptionTable;

export type GlobalName = keyof typeof globalOptions;
export type GlobalValues = OptionValues<typeof globalOptions>;

/** A SQLite file, sealed or not, or another store, as it is. */
export const fileOptions = [
  'db',
  'rows',
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

/** Options of the commands on one scope, or on all if none is named. */
export const memoryOptions = [
  ...scopeOptions,
  ...storeOptions,
] as const satisfies readonly GlobalName[];

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

/** Parses the number of a port; 0 is any free one. */
export const parsePort = integer({ min: 0, max: 65_535 });
