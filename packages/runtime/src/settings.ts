import { dirname, resolve } from 'node:path';
import { MnemeError } from '@mneme/core';
import { readSecretPolicy } from '@mneme/core/faces';
import {
  choice,
  type Fields,
  type Parse,
  parseFields,
  parseFlag,
  parseName,
  parseText,
} from '@mneme/core/input';
import { type Environment, environmentVariables, noHome } from './environment.ts';
import { parseModelSpec } from './models.ts';
import { telemetryModes } from './open-telemetry.ts';
import { readSmallFile } from './read-small-file.ts';
import { parseStoreAddress } from './store-address.ts';
import { wholeAddress } from './whole-address.ts';

/** The keys of a config file: each is also a variable, and most are options. */
export const settingNames = [
  ...(['db', 'rows', 'documents', 'scope', 'embedder', 'reranker', 'llm', 'secrets'] as const),
  ...(['telemetry', 'keyFile', 'keyring', 'masterKeyFile', 'modelsPath', 'allowDownload'] as const),
] as const;

/** One of {@link settingNames}. */
export type SettingName = (typeof settingNames)[number];

/** The source of a setting. Absent: nothing names it, and the default is used. */
export type Origin = { from: 'environment'; variable: string } | { from: 'file'; file: string };

/** The environment, with missing values from the user's config file. */
export interface Settings {
  environment: Environment;
  origins: Partial<Record<SettingName, Origin>>;
}

const maxConfigBytes = 64 * 1024;

/** Settings of one store, which would be wrong for another. */
const ofStore: ReadonlySet<string> = new Set([
  'rows',
  'documents',
  'keyFile',
  'keyring',
  'masterKeyFile',
]);

/**
 * Adds missing values of the environment from the user's config file. No file of a project is read, because it may come
 * from a cloned repository. Settings of a store (`rows`, `documents` and its keys) are ignored if a stronger source names a
 * store; `storeNamed`: an option does. Throws `invalid_input`, with the file's name, if it is unreadable or wrong.
 */
export function readSettings(
  environment: Environment,
  { storeNamed = false }: { storeNamed?: boolean } = {},
): Settings {
  const settings: Settings = { environment: { ...environment }, origins: {} };
  for (const name of settingNames) {
    if (environment[name] === undefined || environment[name] === false) continue;
    settings.origins[name] = { from: 'environment', variable: environmentVariables[name] };
  }
  const isNamed = storeNamed || environment.db !== undefined;
  const { configFile: file } = environment;
  for (const [name, value] of Object.entries(readConfigFile(environment)) as [
    SettingName,
    never,
  ][]) {
    if (settings.origins[name] !== undefined || (ofStore.has(name) && isNamed)) continue;
    settings.environment[name] = value;
    settings.origins[name] = { from: 'file', file: file ?? '' };
  }
  return settings;
}

/** Checks the contents of a config file in `folder`. Returns them with absolute paths. */
export function checkConfig(
  value: unknown,
  { folder, home }: { folder: string; home?: string },
): Partial<Record<SettingName, string | boolean>> {
  const whole = (path: string) => {
    const inHome = /^~(?=[\\/])/;
    if (home === undefined && inHome.test(path)) throw noHome(path, 'write the whole path');
    return resolve(
      folder,
      path.replace(inHome, () => home ?? ''),
    );
  };
  const path: Parse<string> = (text, field) => whole(parseText(text, field));
  const checked = (check: (text: string, field: string) => unknown): Parse<string> => {
    return (given, field) => {
      const text = parseText(given, field);
      check(text, field);
      return text;
    };
  };
  const address: Parse<string> = (given, field) => {
    const text = parseText(given, field);
    parseStoreAddress(text);
    return wholeAddress(text, folder, whole);
  };
  const table: Fields & Record<SettingName, Parse<unknown>> = {
    db: address,
    rows: address,
    documents: address,
    scope: (text, field) => parseName(text, field),
    embedder: checked((text) => text === 'none' || parseModelSpec(text, 'embedder')),
    reranker: checked((text) => parseModelSpec(text, 'reranker')),
    llm: checked((text) => parseModelSpec(text, 'llm')),
    secrets: checked(readSecretPolicy),
    telemetry: choice(telemetryModes),
    keyFile: path,
    keyring: path,
    masterKeyFile: path,
    modelsPath: path,
    allowDownload: parseFlag,
  };
  return parseFields(value, table, { name: 'settings' }) as Partial<
    Record<SettingName, string | boolean>
  >;
}

function readConfigFile({ configFile: file, configFileNamed, home }: Environment) {
  if (file === undefined) return {};
  try {
    const text = readSmallFile(file, maxConfigBytes);
    return checkConfig(text.trim() === '' ? {} : JSON.parse(text), { folder: dirname(file), home });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!configFileNamed && (code === 'ENOENT' || code === 'ENOTDIR')) return {};
    const reason = reasonOf(error);
    const field = MnemeError.isInstance(error) ? error.field : undefined;
    throw new MnemeError('invalid_input', `the config file ${file}: ${reason}`, {
      field,
      cause: error,
    });
  }
}

/** A parser's message quotes the text, and the file may contain a secret. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'it is not valid JSON: look for a comma or a quote';
  return error instanceof Error ? error.message : String(error);
}
