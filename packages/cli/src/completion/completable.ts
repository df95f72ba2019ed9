import type { Command } from '../command.ts';
import { commonOptions, type Option } from '../options.ts';

/** An option as a shell offers it. */
export interface CompletableOption {
  name: string;
  /** The first sentence of its help. */
  help: string;
  /** What its value is; undefined: it takes none. */
  value?: string;
  repeats: boolean;
  choices: readonly string[];
  /** Its value is the name of a file or folder. */
  isFile: boolean;
}

/** A command as a shell offers it. */
export interface CompletableCommand {
  name: string;
  summary: string;
  options: readonly CompletableOption[];
  /** What its first argument may be. */
  actions: readonly string[];
  /** It takes names of files or folders. */
  takesFiles: boolean;
}

const fileWords = /\b(FILE|FOLDER|PATH|ADDRESS)\b/;

/** Their values are called so too: an address of a network, a path within JSON. */
const noFiles: ReadonlySet<string> = new Set(['host', 'text-field']);

/** The commands and options as the shells need them: the same table that help and parser read. */
export function completable(commands: readonly Command[]): CompletableCommand[] {
  const names = commands.map(({ name }) => name);
  const help = { name: 'help', summary: 'tell more about a command', options: [] };
  return [
    ...commands.map(({ name, summary, usage, options, actions = [] }) => ({
      name,
      summary,
      options: Object.entries({ ...options, ...commonOptions }).map(describe),
      actions,
      takesFiles: fileWords.test(usage),
    })),
    { ...help, actions: names, takesFiles: false },
  ];
}

function describe([name, option]: [string, Option]): CompletableOption {
  const [help = ''] = option.help.split(/[;(]/);
  const known = { name, help: help.trim(), repeats: option.type === 'list' };
  if (option.type === 'flag') return { ...known, choices: [], isFile: false };
  const { value, choices = [] } = option;
  return { ...known, value, choices, isFile: !noFiles.has(name) && fileWords.test(value) };
}
