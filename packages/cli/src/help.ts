import type { Command } from './command.ts';
import { commands, groups } from './commands/index.ts';
import { actionsOf, findCommand } from './find-command.ts';
import { globalOptions, type OptionTable, placeholderOf } from './options.ts';
import { table } from './table.ts';
import { wrap } from './text-width.ts';

/** Variables of the environment that have no option. */
const secretVariables = [
  ['MNEME_KEY', 'the key of an encrypted SQLite file (or MNEME_KEY_FILE)'],
  ['MNEME_TO_KEY', 'the key of the file that "mneme db copy" writes'],
  ['MNEME_MASTER_KEY', 'the master key of the keyring (or MNEME_MASTER_KEY_FILE)'],
  ['QDRANT_API_KEY', 'for a Qdrant server'],
  ['PGPASSWORD', 'for a PostgreSQL server'],
  ['ANTHROPIC_API_KEY', 'for "mneme demo chat" and --llm claude'],
  ['MNEME_EMBEDDER_API_KEY', 'for --embedder http: (OPENAI_API_KEY for api.openai.com)'],
  ['MNEME_LLM_API_KEY', 'for --llm http: (OPENAI_API_KEY for api.openai.com)'],
  ['MNEME_METRICS_TOKEN', 'opens /metrics of "mneme serve --metrics token"'],
  ['MNEME_MODELS', 'the folder of models for transformers:'],
  ['MNEME_ALLOW_DOWNLOAD', '1: models may be fetched from the hub'],
  ['MNEME_CONFIG', 'your config file, instead of the usual one'],
  ['NO_COLOR', 'no colours (nor with TERM=dumb)'],
];

/** Help for a command such as `['db', 'backup']`, for `options` or `environment`; without a topic for all. */
export async function helpOf(topic: readonly string[], width: number): Promise<string> {
  if (topic.length === 0) return generalHelp(width);
  if (topic[0] === 'options') return optionsHelp(width);
  if (topic[0] === 'environment') return environmentHelp(width);
  const { name, command } = await findCommand(topic, () => {});
  return commandHelp(name, { command, width });
}

function generalHelp(width: number): string {
  const rows = Object.entries(groups).flatMap(([group, members]) =>
    Object.entries(members)
      .filter(([name]) => !name.includes(' '))
      .map(([name, [summary]], place) => [place === 0 ? group : '', name, summary]),
  );
  return [
    'mneme COMMAND [arguments] [options]: a memory for AI agents',
    table(rows, { width }),
    'More: mneme help COMMAND | options | environment',
  ].join('\n');
}

function optionsHelp(width: number): string {
  return [
    'Options of all commands, before or after the command:',
    '',
    helpRows(globalOptions, width),
    '',
    'Most have a variable (--key-file: MNEME_KEY_FILE) and a setting (mneme config).',
  ].join('\n');
}

function environmentHelp(width: number): string {
  return [
    'An option wins over a variable, a variable over your config file.',
    'Most options of "mneme help options" have a variable: --db is MNEME_DB. Besides:',
    '',
    table(secretVariables, { indent: '  ', width, wrapped: true }),
    '',
    'Exit codes: 0 done, 1 failed, 2 wrong command line or input.',
  ].join('\n');
}

function commandHelp(
  name: string,
  { command, width }: { command: Command; width: number },
): string {
  const { usage, details, options, uses } = command;
  const actions = actionsOf(name).map((action) => [
    `mneme ${name} ${action}`,
    commands[`${name} ${action}`]![0],
  ]);
  const shared = uses.length === 0 ? '' : uses.map((option) => `--${option}`).join(' ');
  return [
    ...wrap(`mneme ${name}: ${commands[name]![0]}`, width),
    '',
    `Usage: mneme ${name}${usage === '' ? '' : ` ${usage}`} [options]`,
    ...(actions.length === 0 ? [] : ['', table(actions, { indent: '  ', width, wrapped: true })]),
    ...(details === undefined ? [] : ['', ...wrap(details.replaceAll('\n', ' '), width)]),
    ...(Object.keys(options).length === 0 ? [] : ['', helpRows(options, width)]),
    ...(shared === '' ? [] : ['', ...wrap(`Also (mneme help options): ${shared} --json`, width)]),
  ].join('\n');
}

/** One option a line. */
function helpRows(options: OptionTable, width: number): string {
  return table(
    Object.entries(options).map(([name, option]) => [
      [`--${name}`, placeholderOf(option) ?? []].flat().join(' '),
      option.help,
    ]),
    { indent: '  ', width, wrapped: true },
  );
}
