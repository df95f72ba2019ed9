import type { Command } from './command.ts';
import { commonOptions, type OptionTable } from './options.ts';
import { table } from './table.ts';

const environmentHelp = [
  ['MNEME_DB', 'the store, where --db and --backend name none'],
  ['MNEME_DOCUMENTS', 'a SQLite file for documents, where --documents names none'],
  [
    'MNEME_KEY',
    'the key of an encrypted SQLite file, where --key-file and --key-command are not given',
  ],
  ['MNEME_KEY_FILE', 'the file that holds that key, where MNEME_KEY is not set'],
  ['MNEME_KEYRING', 'the file with the keys of a sealed store, where --keyring names none'],
  [
    'MNEME_MASTER_KEY',
    'what they are wrapped with, where --master-key-file and --master-key-command are not given',
  ],
  ['MNEME_MASTER_KEY_FILE', 'the file that holds it, where MNEME_MASTER_KEY is not set'],
  ['QDRANT_API_KEY', 'sent to the Qdrant server that holds the memory'],
  ['MNEME_SCOPE', 'the scope, where --scope names none'],
  ['MNEME_EMBEDDER', 'the embedder, where --embedder names none'],
  [
    'MNEME_EMBEDDER_API_KEY',
    'sent to the endpoint of an http: embedder (OPENAI_API_KEY to api.openai.com only)',
  ],
  ['MNEME_LLM', 'the language model that learns and judges, where --llm names none'],
  [
    'MNEME_LLM_API_KEY',
    'sent to the endpoint of an http: language model (OPENAI_API_KEY to api.openai.com only)',
  ],
  ['MNEME_RERANKER', 'the reranker, where --reranker names none'],
  ['MNEME_SECRETS', 'what happens to secrets, where --secrets says nothing'],
  ['MNEME_TELEMETRY', 'on or content: memories are watched, where --telemetry says nothing'],
  ['MNEME_METRICS_TOKEN', 'what opens /metrics of "mneme serve --metrics token"'],
  ['MNEME_MODELS', 'the folder of models for transformers:'],
  ['MNEME_ALLOW_DOWNLOAD', '1: models may be fetched from the hub'],
  ['MNEME_CONFIG', 'your config file, in place of the usual one ("mneme config" names it)'],
  ['NO_COLOR', 'no colours (and none with TERM=dumb)'],
];

export function generalHelp(commands: readonly Command[], width?: number): string {
  return [
    'mneme: a memory for AI agents',
    '',
    'Usage: mneme <command> [arguments] [options]',
    '',
    table(
      commands.map(({ name, summary }) => [name, summary]),
      { indent: '  ', width, wrapped: true },
    ),
    '',
    '"mneme <command> --help" tells more about one of them.',
    '',
    'Environment (an option goes before it; your config file comes after it, see "mneme config --help"):',
    table(environmentHelp, { indent: '  ', width, wrapped: true }),
    '',
    'Exit codes: 0 done, 1 failed, 2 the command line is wrong, or what it gives.',
  ].join('\n');
}

export function commandHelp(
  { name, summary, usage, details, options }: Command,
  width?: number,
): string {
  return [
    `mneme ${name}: ${summary}`,
    '',
    `Usage: mneme ${name}${usage === '' ? '' : ` ${usage}`} [options]`,
    ...(details === undefined ? [] : ['', details]),
    '',
    optionList({ ...options, ...commonOptions }, width),
  ].join('\n');
}

function optionList(options: OptionTable, width: number | undefined): string {
  return table(
    Object.entries(options).map(([name, option]) => [
      option.type === 'flag' ? `--${name}` : `--${name} ${option.value}`,
      option.help,
    ]),
    { indent: '  ', width, wrapped: true },
  );
}
