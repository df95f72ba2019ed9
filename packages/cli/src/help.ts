import type { Command } from './command.js';
import { commonOptions, type OptionTable } from './options.js';
import { table } from './table.js';

export function generalHelp(commands: readonly Command[]): string {
  return [
    'mneme: a memory for AI agents',
    '',
    'Usage: mneme <command> [arguments] [options]',
    '',
    table(
      commands.map(({ name, summary }) => [name, summary]),
      { indent: '  ' },
    ),
    '',
    '"mneme <command> --help" tells more about one of them.',
    'Exit codes: 0 done, 1 failed, 2 the command line is wrong.',
  ].join('\n');
}

export function commandHelp({ name, summary, usage, details, options }: Command): string {
  return [
    `mneme ${name}: ${summary}`,
    '',
    `Usage: mneme ${name}${usage === '' ? '' : ` ${usage}`} [options]`,
    ...(details === undefined ? [] : ['', details]),
    '',
    optionList({ ...options, ...commonOptions }),
  ].join('\n');
}

function optionList(options: OptionTable): string {
  return table(
    Object.entries(options).map(([name, option]) => [
      option.type === 'flag' ? `--${name}` : `--${name} ${option.value}`,
      option.help,
    ]),
    { indent: '  ' },
  );
}
