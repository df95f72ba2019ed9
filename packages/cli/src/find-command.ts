import { nearest, show } from '@mneme/core/input';
import { argumentsOf, type Command } from './command.ts';
import { commands, loadCommand, removed, synonyms } from './commands/index.ts';
import { globalOptions, type Option, placeholderOf } from './options.ts';
import { UsageError } from './usage-error.ts';

export interface FoundCommand {
  /** The words as typed: `store`, `db backup`. */
  name: string;
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
    at += placeholderOf(option) === undefined || value !== undefined ? 1 : 2;
  }
  return { word: argv[at], rest: [...argv.slice(0, at), ...argv.slice(at + 1)] };
}

/** `note` is called if a word of another program was understood. */
export async function findCommand(
  argv: readonly string[],
  note: (text: string) => void,
): Promise<FoundCommand> {
  const { word: typed = '', rest: given } = firstWord(argv);
  const ours = Object.hasOwn(synonyms, typed) ? synonyms[typed]! : [typed];
  const [name = '', ...implied] = ours;
  const rest = [...implied, ...given];
  if (!Object.hasOwn(commands, name)) throw unknown(typed);
  if (name !== typed) note(`mneme: "${typed}" is called "${ours.join(' ')}" here`);
  const next = firstWord(rest);
  const action = `${name} ${next.word}`;
  if (Object.hasOwn(commands, action))
    return { name: action, command: await loadCommand(action), rest: next.rest };
  if (Object.hasOwn(removed, action))
    throw new UsageError(`"mneme ${action}" is no longer there: ${removed[action]}.`, next.word);
  const command = await loadCommand(name);
  const actions = actionsOf(name);
  const isAction = next.word !== undefined && !next.word.startsWith('-');
  if (isAction && actions.length > 0 && argumentsOf(command).max === 0)
    throw unknownAction(next.word!, name, actions);
  return { name, command, rest };
}

/** What may follow a word. */
export function actionsOf(word: string): string[] {
  return Object.keys(commands).flatMap((name) => {
    const [first, action] = name.split(' ');
    return first === word && action !== undefined ? [action] : [];
  });
}

function unknown(typed: string): UsageError {
  if (typed === '') return new UsageError('No command is named. "mneme help" lists them.');
  const names = Object.keys(commands);
  const deeper = names.filter((name) => name.endsWith(` ${typed}`));
  if (deeper.length > 0) {
    const ours = deeper.map((name) => `"mneme ${name}"`).join(' or ');
    return new UsageError(`"mneme ${typed}" is called ${ours}.`, typed);
  }
  if (typed.startsWith('-')) {
    return new UsageError(
      `Unknown option ${show(typed)} before the command. "mneme help options" lists those of all commands.`,
      typed,
    );
  }
  return new UsageError(
    `Unknown command ${show(typed)}.${didYouMean(typed, names)} "mneme help" lists them.`,
    typed,
  );
}

function unknownAction(typed: string, name: string, actions: readonly string[]): UsageError {
  return new UsageError(
    `Unknown action ${show(typed)}.${didYouMean(typed, actions)} "mneme ${name}" has: ${actions.join(', ')}.`,
    typed,
  );
}

function didYouMean(typed: string, known: readonly string[]): string {
  const near = nearest(typed, known);
  return near === undefined ? '' : ` Did you mean "${near}"?`;
}
