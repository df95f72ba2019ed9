import type { Readable } from 'node:stream';
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
  /** `--scope`, else the environment's, else `default`. */
  scopeName: string;
  /** Opens the store of the options. It is closed when the command ends in any way. */
  open(options?: OpenOptions): Promise<OpenedMemory>;
}

export interface Command<O extends OptionTable = OptionTable> {
  /** The arguments, as in `TEXT` or `[FILE]`. */
  usage: string;
  /** More lines of the command's help. */
  details?: string;
  /** Options of this command only. */
  options: O;
  /** The shared options that have a meaning here; others are refused. */
  uses: readonly GlobalName[];
  /** It may create a store; other commands need an existing one. */
  fillsStore?: boolean;
  /** How many arguments it takes. */
  positionals: { min: number; max: number };
  /** It works without config files, also if they are broken. */
  ignoresConfig?: boolean;
  /** The exit code of a failure. Default: 1. */
  failed?: number;
  /** Returns the exit code if it is not 0. */
  run(context: CommandContext<O>): Promise<number | undefined>;
}

/** Types a command's options. */
export function defineCommand<const O extends OptionTable>(command: Command<O>): Command<O> {
  return command;
}
