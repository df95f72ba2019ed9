import type { Readable } from 'node:stream';
import type { Environment, OpenedMemory, OpenOptions, Settings } from '@mneme/runtime';
import type { GlobalName, GlobalValues, OptionTable, OptionValues } from './options.ts';
import type { Output } from './output.ts';

/** What a command gets. */
export interface CommandContext<O extends OptionTable> {
  /** Of its own options and of those that all commands share. */
  values: OptionValues<O> & GlobalValues;
  positionals: readonly string[];
  output: Output;
  /** With what config files add. */
  environment: Environment;
  settings: Settings;
  input: Readable & { isTTY?: boolean };
  /** Fires at Ctrl-C. */
  signal: AbortSignal;
  now: () => Date;
  /** `--scope`, else the environment's, else `default`. */
  scopeName: string;
  /** Opens the store that the options name. It is closed when the command ends, however it ends. */
  open(options?: OpenOptions): Promise<OpenedMemory>;
}

export interface Command<O extends OptionTable = OptionTable> {
  /** The arguments, as in `TEXT` or `[FILE]`. */
  usage: string;
  /** Further lines of the command's help. */
  details?: string;
  /** Of this command alone. */
  options: O;
  /** The options of all commands that mean something here; any other one is refused. */
  uses: readonly GlobalName[];
  /** It is what a new store begins with; the others need one that is there. */
  fillsStore?: boolean;
  /** How many arguments it takes. */
  positionals: { min: number; max: number };
  /** It works without config files, also beside broken ones. */
  ignoresConfig?: boolean;
  /** The exit code where it fails. Default: 1. */
  failed?: number;
  /** Answers the exit code where it is not 0. */
  run(context: CommandContext<O>): Promise<number | undefined>;
}

/** Gives a command's options their types. */
export function defineCommand<const O extends OptionTable>(command: Command<O>): Command<O> {
  return command;
}
