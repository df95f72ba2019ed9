import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { MnemeError } from '@mneme/core';
import { gate } from '@mneme/core/faces';
import {
  checkConfig,
  defaultDatabase,
  type Environment,
  environmentVariables,
  noHome,
  type Origin,
  type SettingName,
  type Settings,
  settingNames,
  shownAddress,
} from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { writeFile } from '../files.ts';
import { type AnyValues, dashed, memoryOptions } from '../options.ts';
import type { Output } from '../output.ts';
import { table } from '../table.ts';

/** Secrets, which come only from variables. Output shows only whether they are set. */
const secrets = [
  ...(['key', 'toKey', 'masterKey', 'embedderApiKey', 'llmApiKey', 'qdrantApiKey'] as const),
  ...(['metricsToken', 'openaiApiKey', 'anthropicApiKey'] as const),
];

type ValueOrigin = Origin | { from: 'option'; option: string } | { from: 'default' };

export const config = defineCommand({
  details: [
    'The first of these counts: an option, a variable of the environment, your config file, the default. The',
    'file is JSON: {"db": "memory.db", "scope": "heron", "embedder": "static"}. Relative paths start at the folder of the file. Settings',
    'of a store (rows, documents, keyFile, keyring, masterKeyFile) are ignored if an option or variable names another store.',
    'Keys and tokens come only from variables. Add the options of a command to see the settings that it would use.',
  ].join('\n'),
  uses: [...memoryOptions, 'documents', 'embedder', 'llm', 'reranker', 'secrets'],
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
        `${quiet('file')} ${file ?? 'none'}`,
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
    db: environment.dataFolder && defaultDatabase(environment),
    rows: 'with the memories',
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

type Answers = Record<'db' | 'scope' | 'embedder', string>;

interface Question {
  name: keyof Answers;
  text: string;
  usual: string;
  /** Given by an option, so it is not asked. */
  given: string | undefined;
}

export const init = defineCommand({
  details:
    'Asks three questions, and writes your config file. Options answer questions; without a terminal, or with --yes, the others get default answers. "mneme config" shows all settings.',
  options: {
    yes: { help: 'ask nothing' },
    force: { help: 'replace an existing file' },
  },
  ignoresConfig: true,
  uses: ['db', 'scope', 'embedder'],
  async run({ values, output, environment, input, signal }) {
    const { home, configFile: file } = environment;
    if (file === undefined) throw noHome('config file', 'name one with MNEME_CONFIG');
    if (existsSync(file) && !values.force) {
      throw new MnemeError(
        'conflict',
        `${file} already exists: change it by hand, or replace it with --force`,
        { field: 'force' },
      );
    }
    const store = defaultDatabase(environment);
    const questions: Question[] = [
      {
        name: 'db',
        text: 'Where are memories kept? A file, qdrant:URL/COLLECTION, or postgres://USER@HOST/DATABASE.',
        usual: store,
        given: values.db,
      },
      {
        name: 'scope',
        text: 'Whose memory is it? A user, a team, a project: the scope.',
        usual: 'default',
        given: values.scope,
      },
      {
        name: 'embedder',
        text: 'What finds them by meaning? static (built in), transformers:<model> or http:<url>#<model>.',
        usual: 'static',
        given: values.embedder,
      },
    ];
    // Typed paths are relative to the current folder, wherever the config file is.
    const check = (answer: Partial<Answers>) =>
      checkConfig(answer, { folder: process.cwd(), home }) as Partial<Answers>;
    const isAsked = input.isTTY === true && !values.yes && !output.json;
    const lines = isAsked ? createInterface({ input, signal })[Symbol.asyncIterator]() : undefined;
    const answers: Partial<Answers> = {};
    for (const question of questions) {
      const { name } = question;
      const answer = await answerTo(question, { lines, output, check });
      if (name === 'db' && answer === store) continue; // The defaults of this machine.
      answers[name] = check({ [name]: answer })[name];
    }
    await lines?.return?.();
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const text = `${JSON.stringify(answers, undefined, 2)}\n`;
    await writeFile(Readable.from([text]), file, environment);
    const next = 'mneme store "Prefers bullet points"';
    output.result({ file, settings: answers, next }, () =>
      [`${output.colours.good('written')} ${file}`, `next: ${next}`].join('\n'),
    );
    return undefined;
  },
});

/** The answer from the option, the terminal, or the default; asked again until it is valid. */
async function answerTo(
  { name, text, usual, given }: Question,
  {
    lines,
    output,
    check,
  }: {
    lines: AsyncIterator<string> | undefined;
    output: Output;
    check: (answer: Partial<Answers>) => unknown;
  },
): Promise<string> {
  if (given !== undefined || lines === undefined) {
    check({ [name]: given ?? usual });
    return given ?? usual;
  }
  for (;;) {
    output.note(`${text} [${usual}]`);
    const line = await lines.next();
    if (line.done)
      throw new MnemeError('aborted', 'the questions were not answered: nothing was written');
    const answer = line.value.trim() || usual;
    try {
      check({ [name]: answer });
      return answer;
    } catch (error) {
      if (!MnemeError.isInstance(error)) throw error;
      output.note(`mneme: ${error.message}`);
    }
  }
}
