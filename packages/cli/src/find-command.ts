import { nearest, show } from '@mneme/core/input';
import type { Command } from './command.ts';
import { moved, synonyms, type Word, words } from './commands/index.ts';
import { globalOptions, type Option } from './options.ts';
import { UsageError } from './usage-error.ts';

export interface FoundCommand {
  /** The words as typed: `store`, `db backup`. */
  name: string;
  word: Word;
  command: Command;
  /** The rest: options and arguments. */
  rest: readonly string[];
}

/** Finds the words that name a command. Shared options may be before and between them. */
export function firstWord(argv: readonly string[]): { word?: string; rest: readonly string[] } {
  let at = 0;
  while (argv[at]?.startsWith('--') && argv[at] !== '--') {
    const [name = '', value] = argv[at]!.slice(2).split('=', 2);
    const option: Option | undefined = Object.hasOwn(globalOptions, name)
      ? globalOptions[name as keyof typeof globalOptions]
      : undefined;
    if (option === undefined) break;
    at += option.type === 'flag' || value !== undefined ? 1 : 2;
  }
  return { word: argv[at], rest: [...argv.slice(0, at), ...argv.slice(at + 1)] };
}

/** `note` is called if a word of another program was understood. */
export async function findCommand(
  argv: readonly string[],
  note: (text: string) => void,
): Promise<FoundCommand> {
  const { word: typed = '', rest } = firstWord(argv);
  const name = Object.hasOwn(synonyms, typed) ? synonyms[typed]! : typed;
  const word = Object.hasOwn(words, name) ? words[name] : undefined;
  if (word === undefined) throw unknown(typed);
  if (name !== typed) note(`mneme: "${typed}" is called "${name}" here`);
  const actions = word.actions ?? {};
  const next = firstWord(rest);
  if (next.word !== undefined && Object.hasOwn(actions, next.word)) {
    const command = await actions[next.word]!.load();
    return { name: `${name} ${next.word}`, word, command, rest: next.rest };
  }
  const command = await word.load();
  const isAction = next.word !== undefined && !next.word.startsWith('-');
  if (isAction && word.actions !== undefined && command.positionals.max === 0)
    throw unknownAction(next.word!, name, Object.keys(actions));
  return { name, word, command, rest };
}

function unknown(typed: string): UsageError {
  const instead = Object.hasOwn(moved, typed) ? moved[typed] : undefined;
  if (instead !== undefined)
    return new UsageError(`"mneme ${typed}" is called "${instead}" now.`, { field: typed });
  if (typed.startsWith('-')) {
    return new UsageError(
      `Unknown option ${show(typed)} before the command. "mneme help options" lists those of all commands.`,
      { field: typed },
    );
  }
  const near = nearest(typed, Object.keys(words));
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
  return new UsageError(`Unknown command ${show(typed)}.${hint} "mneme help" lists them.`, {
    field: typed,
  });
}

function unknownAction(typed: string, name: string, actions: readonly string[]): UsageError {
  const near = nearest(typed, actions);
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
  return new UsageError(
    `Unknown action ${show(typed)}.${hint} Type mneme ${name}, or with one of: ${actions.join(', ')}.`,
    { field: typed },
  );
}
