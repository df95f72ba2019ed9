import { gate } from '@mneme/core/faces';
import {
  defaultDatabase,
  type Environment,
  environmentVariables,
  type Origin,
  type SettingName,
  type Settings,
  settingNames,
  shownAddress,
} from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { type AnyValues, dashed, scopeOptions, storeOptions } from '../options.ts';
import { table } from '../table.ts';

/** Secrets, which come only from variables. Output shows only whether they are set. */
const secrets = [
  ...(['key', 'newKey', 'masterKey', 'embedderApiKey', 'llmApiKey', 'qdrantApiKey'] as const),
  ...(['metricsToken', 'openaiApiKey', 'anthropicApiKey'] as const),
];

type ValueOrigin = Origin | { from: 'option'; option: string } | { from: 'default' };

export const configCommand = defineCommand({
  details: [
    'The first of these counts: an option, a variable of the environment, your config file, the default. The',
    'file is JSON: {"db": "memory.db", "scope": "heron", "embedder": "static"}. Relative paths start at the folder of the file. Settings',
    'of a store (documents, keyFile, keyring, masterKeyFile) are ignored if an option or variable names another store.',
    'Keys and tokens come only from variables. Add the options of a command to see the settings that it would use.',
  ].join('\n'),
  uses: [...scopeOptions, ...storeOptions, 'documents', 'embedder', 'llm', 'reranker', 'secrets'],
  async run({ values, output, settings }) {
    const { environment } = settings;
    const shown = Object.fromEntries(
      settingNames.map((name) => [name, settingOf(name, settings, values)]),
    );
    const areSet = Object.fromEntries(
      secrets.map((name) => [environmentVariables[name], environment[name] !== undefined]),
    );
    const file = environment.configFile;
    output.result({ settings: shown, secrets: areSet, file }, () => {
      const { quiet } = output.colours;
      const rows = Object.entries(shown).map(([name, { value, origin }]) => [
        ...[name, String(value), quiet(wordsOf(origin))],
      ]);
      const set = Object.entries(areSet).map(([variable, isSet]) => [
        ...[variable, isSet ? 'set' : 'not set', ''],
      ]);
      return [
        table([...rows, ...set], { width: output.tableWidth, wrapped: true }),
        '',
        `${quiet('file')} ${file}`,
      ];
    });
  },
});

function settingOf(
  name: SettingName,
  { environment, origins }: Settings,
  values: AnyValues,
): { value: string | boolean; origin: ValueOrigin } {
  const given = values[name];
  if (typeof given === 'string') {
    const option = `--${dashed(name)}`;
    return { value: withoutSecrets(given), origin: { from: 'option', option } };
  }
  const value = environment[name] ?? defaultOf(name, environment);
  return {
    value: typeof value === 'string' ? withoutSecrets(value) : value,
    origin: origins[name] ?? { from: 'default' },
  };
}

function defaultOf(name: SettingName, environment: Environment): string | boolean {
  const known: Partial<Record<SettingName, string>> = {
    db: defaultDatabase(environment),
    documents: 'with the memories',
    scope: 'default',
    embedder: 'static',
    secrets: 'reject',
    telemetry: 'off',
  };
  return known[name] ?? 'none';
}

/** An address may contain a password or a token. */
function withoutSecrets(value: string): string {
  return gate({ value: shownAddress(value) }, 'mask').value.value;
}

function wordsOf(origin: ValueOrigin): string {
  if (origin.from === 'option') return origin.option;
  if (origin.from === 'environment') return `$${origin.variable}`;
  return origin.from === 'default' ? 'default' : origin.file;
}
