import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { MemoryScope } from '@mneme/core';
import type { Environment, OpenedMemory, OpenOptions, Settings } from '@mneme/runtime';
import type { GlobalName, GlobalValues, OptionTable, OptionValues } from './options.ts';
import type { Output } from './output.ts';

/** The context of a command. */
export interface CommandContext<O extends OptionTable> {
  /** Values of its own options and of the shared ones. */
  values: OptionValues<O> & GlobalValues;
  positionals: readonly string[];
  output: Output;
  /** The environment, with values of config files. */
  environment: Environment;
  settings: Settings;
  input: Readable & { isTTY?: boolean };
  /** Fires on Ctrl-C. */
  signal: AbortSignal;
  now: () => Date;
  /** Ends the process after so many milliseconds, whatever still runs: for a command that was told to stop. */
  endWithin(ms: number): void;
  /** `--scope`, else the environment's, else `default`. */
  scopeName: string;
  /**
   * Opens the store of the options; without a model if the command has no option for one. It is closed when the command
   * ends in any way. `scope` is that of {@link scopeName}.
   */
  open(options?: OpenOptions): Promise<OpenedMemory & { readonly scope: MemoryScope }>;
}

/** The definition of a command. Absent options have no value. */
export interface CommandDefinition<O extends OptionTable> {
  /** The arguments, such as `TEXT`, `[FILE]` or `QUERY...`; they say how many it takes. */
  usage?: string;
  /** Further lines of the command's help. */
  details?: string;
  /** Of this command alone. */
  options?: O;
  /** The shared options that apply to this command; others are refused. */
  uses: readonly GlobalName[];
  /** It may create a store; other commands need an existing one. */
  fillsStore?: boolean;
  /** It works without config files, also beside broken ones. */
  ignoresConfig?: boolean;
  /** The exit code of a failure, except for an unknown scope. Default: 1. */
  failed?: number;
  /** Returns the exit code if it is not 0. */
  run(context: CommandContext<O>): Promise<number | undefined> | Promise<void>;
}

export type Command<O extends OptionTable = OptionTable> = CommandDefinition<O> &
  Required<Pick<CommandDefinition<O>, 'usage' | 'options'>>;

/** Gives a command's options their types. */
export function defineCommand<const O extends OptionTable = Record<never, never>>(
  command: CommandDefinition<O>,
): Command<O> {
  return { usage: '', options: {} as O, ...command };
}

/** How many arguments a command takes. */
export function argumentsOf({ usage }: Pick<Command, 'usage'>): { min: number; max: number } {
  const count = (text: string) => text.match(/[^\s[\]]+/g)?.length ?? 0;
  const max = usage.includes('...') ? Number.POSITIVE_INFINITY : count(usage);
  return { min: count(usage.replace(/\[.*?\]/g, '')), max };
}

/** Resolves at Ctrl-C, for commands that serve until then. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
