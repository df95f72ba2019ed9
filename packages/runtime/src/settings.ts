import { lstat, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { MnemeError, readSecretPolicy } from '@mneme/core';
import {
  type Fields,
  invalid,
  type Parse,
  parseChoice,
  parseFields,
  parseFlag,
  parseName,
  parseText,
} from '@mneme/core/input';
import { parseEmbedderSpec } from './embedder-spec.ts';
import type { Environment } from './environment.ts';
import { parseLlmSpec } from './llm-spec.ts';
import { telemetryModes } from './open-telemetry.ts';
import { parseRerankerSpec } from './reranker-spec.ts';
import { parseStoreAddress } from './store-address.ts';

/** What a config file may say: each is also a variable, and most are options. */
export type SettingName = keyof typeof settingVariables;

/** The variables that say the same. */
export const settingVariables = {
  db: 'MNEME_DB',
  documents: 'MNEME_DOCUMENTS',
  scope: 'MNEME_SCOPE',
  embedder: 'MNEME_EMBEDDER',
  reranker: 'MNEME_RERANKER',
  llm: 'MNEME_LLM',
  secrets: 'MNEME_SECRETS',
  telemetry: 'MNEME_TELEMETRY',
  keyFile: 'MNEME_KEY_FILE',
  keyring: 'MNEME_KEYRING',
  masterKeyFile: 'MNEME_MASTER_KEY_FILE',
  modelsPath: 'MNEME_MODELS',
  allowDownload: 'MNEME_ALLOW_DOWNLOAD',
} as const satisfies Partial<Record<keyof Environment, string>>;

/** Where a setting comes from. Absent: nothing says it, and the default holds. */
export type Origin =
  | { from: 'environment'; variable: string }
  | { from: 'project' | 'user'; file: string };

/** What the files and the environment say together. */
export interface Settings {
  /** With what the files add. */
  environment: Environment;
  origins: Partial<Record<SettingName, Origin>>;
  /** The project's file: the nearest, upward from where the command runs. Absent: there is none. */
  projectFile?: string;
  /** A project's file that belongs to somebody else, so it is not read. */
  strangersFile?: string;
}

/** The name of a project's file. */
export const projectFileName = '.mneme.json';

/** What a project's file may say. It comes with whatever one clones, so it leads nothing off this machine and opens nothing. */
const ofProjects: ReadonlySet<string> = new Set([
  'db',
  'documents',
  'scope',
  'embedder',
  'reranker',
]);

/** What belongs to one store. Beside another one it would be wrong. */
const ofStore: ReadonlySet<string> = new Set(['documents', 'keyFile', 'keyring', 'masterKeyFile']);

/**
 * Fills what the environment leaves open from the project's file and then from the user's. What belongs to a store
 * (`documents` and its keys) counts only where no stronger place names a store; `storeNamed`: an option does. Rejects with
 * `invalid_input`, and the name of the file, where one cannot be read or says what it may not.
 */
export async function readSettings(
  environment: Environment,
  { folder, storeNamed = false }: { folder: string; storeNamed?: boolean },
): Promise<Settings> {
  const settings: Settings = { environment: { ...environment }, origins: {} };
  for (const name of Object.keys(settingVariables) as SettingName[]) {
    if (environment[name] === undefined || environment[name] === false) continue;
    settings.origins[name] = { from: 'environment', variable: settingVariables[name] };
  }
  const found = await projectFileFrom(folder, environment.home);
  if (found?.isOwn === false) settings.strangersFile = found.file;
  else settings.projectFile = found?.file;
  const { home } = environment;
  const files = [
    { from: 'project', file: settings.projectFile, isNamed: true },
    { from: 'user', file: environment.configFile, isNamed: environment.configFileNamed },
  ] as const;
  let named = storeNamed || environment.db !== undefined;
  for (const { from, file, isNamed } of files) {
    const said =
      file === undefined ? undefined : await readConfigFile(file, { from, home, isNamed });
    if (file === undefined || said === undefined) continue;
    for (const [name, value] of Object.entries(said) as [SettingName, never][]) {
      if (settings.origins[name] !== undefined || (ofStore.has(name) && named)) continue;
      settings.environment[name] = value;
      settings.origins[name] = { from, file };
    }
    named ||= said.db !== undefined;
  }
  return settings;
}

/** Checks what a config file is to say, as it is read. Answers it with paths made whole. */
export function checkConfig(
  value: unknown,
  { from, file, home }: { from: 'project' | 'user'; file: string; home: string },
): Partial<Record<SettingName, string | boolean>> {
  const folder = dirname(file);
  const whole = (path: string) =>
    resolve(
      folder,
      path.replace(/^~(?=[\\/])/, () => home),
    );
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
    const [, rest] = /^(?:sqlite:)?((?![a-z][a-z0-9+-]+:).+)$/s.exec(text) ?? [];
    parseStoreAddress(text);
    return rest === undefined || rest === ':memory:' ? text : whole(rest);
  };
  const table: Fields & Record<SettingName, Parse<unknown>> = {
    db: address,
    documents: address,
    scope: (text, field) => parseName(text, field),
    embedder: checked((text) => text === 'none' || parseEmbedderSpec(text)),
    reranker: checked((text) => parseRerankerSpec(text)),
    llm: checked((text) => parseLlmSpec(text)),
    secrets: checked(readSecretPolicy),
    telemetry: (text, field) => parseChoice(text, field, telemetryModes),
    keyFile: path,
    keyring: path,
    masterKeyFile: path,
    modelsPath: path,
    allowDownload: parseFlag,
  };
  const said = parseFields(value, table, { name: 'settings' }) as Partial<
    Record<SettingName, string | boolean>
  >;
  const raw = value as Record<string, unknown>;
  if (from === 'project') for (const name of Object.keys(said)) checkProject(name, raw[name]);
  return said;
}

function checkProject(name: string, value: unknown): void {
  const leadsOff = typeof value === 'string' && /^([a-z+]+:)?(https?:|[\\/]{2})/i.test(value);
  if (ofProjects.has(name) && !leadsOff) return;
  throw invalid(
    name,
    leadsOff ? 'leads to another machine, which' : 'is of a kind that',
    'a project’s file may not say, since it comes with what one clones: say it in your own file (mneme config names it) or by an option',
  );
}

async function readConfigFile(
  file: string,
  { from, home, isNamed }: { from: 'project' | 'user'; home: string; isNamed: boolean },
): Promise<Partial<Record<SettingName, string | boolean>> | undefined> {
  try {
    const text = await readFile(file, 'utf8');
    return checkConfig(text.trim() === '' ? {} : JSON.parse(text), { from, file, home });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!isNamed && (code === 'ENOENT' || code === 'ENOTDIR')) return undefined;
    const reason = reasonOf(error);
    const field = MnemeError.isInstance(error) ? error.field : undefined;
    throw new MnemeError('invalid_input', `the config file ${file}: ${reason}`, {
      field,
      cause: error,
    });
  }
}

/** What a parser says of a text quotes it, and a file may hold what is nobody's to see. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'it is no JSON: look for a comma or a quote';
  return error instanceof Error ? error.message : String(error);
}

/** Upward from a folder, as far as the repository that it lies in or the user's home, whose own file is another. */
async function projectFileFrom(
  start: string,
  home: string,
): Promise<{ file: string; isOwn: boolean } | undefined> {
  for (let folder = resolve(start); folder !== home; folder = dirname(folder)) {
    const file = join(folder, projectFileName);
    const facts = await lstat(file).catch(() => undefined);
    if (facts !== undefined) {
      const user = process.getuid?.();
      return { file, isOwn: user === undefined || facts.uid === user || facts.uid === 0 };
    }
    const isRepository = (await lstat(join(folder, '.git')).catch(() => undefined)) !== undefined;
    if (isRepository || folder === dirname(folder)) return undefined;
  }
  return undefined;
}
