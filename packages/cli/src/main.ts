import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { MnemeError } from '@mneme/core';
import { terminalJson } from '@mneme/core/faces';
import { show } from '@mneme/core/input';
import {
  type Environment,
  type OpenedMemory,
  type OpenOptions,
  openMemory,
  openOptionsOf,
  pathError,
  readSettings,
} from '@mneme/runtime';
import { argumentsOf, type Command, type CommandContext } from './command.ts';
import { removeLeftFolders } from './files.ts';
import { type FoundCommand, findCommand, firstWord } from './find-command.ts';
import { inWordsOf } from './option-names.ts';
import {
  type AnyValues,
  camel,
  type GlobalName,
  type GlobalValues,
  globalOptions,
  type OptionTable,
  optionsOf,
} from './options.ts';
import { createOutput, type Output, type OutputStream, progressOn } from './output.ts';
import { parseArguments } from './parse-arguments.ts';
import { projectScope } from './project-scope.ts';
import { UsageError } from './usage-error.ts';

/** The part of the process that a command may use. */
export interface Surroundings {
  environment: Environment;
  stdin: Readable & { isTTY?: boolean };
  stdout: OutputStream;
  stderr: OutputStream;
  signal: AbortSignal;
  now: () => Date;
  /** Ends the process after so many milliseconds. Default: it ends by itself. */
  endWithin?: (ms: number) => void;
}

export const exitCodes = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** Runs one command line and returns its exit code. Never throws. */
export async function main(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const json = beforeDashes(argv).includes('--json');
  const { stdout, stderr, environment } = surroundings;
  const output = createOutput({
    stdout,
    stderr,
    json,
    noColor: environment.noColor,
    dumb: environment.dumbTerminal,
    progress: await progressOn(stderr, { dumb: environment.dumbTerminal }),
  });
  let found: FoundCommand | undefined;
  try {
    if (await answered(argv, output)) return exitCodes.done;
    if (argv.length === 0) {
      output.note(await help([], output));
      return exitCodes.usage;
    }
    found = await findCommand(argv, output.note);
    return await dispatch(found, { output, surroundings });
  } catch (error) {
    if (surroundings.signal.aborted && isInterruption(error)) {
      output.note(
        `mneme: interrupted. ${MnemeError.isInstance(error) ? error.message : ''}`.trimEnd(),
      );
      return exitCodes.interrupted;
    }
    const described = describe(error, found === undefined ? {} : optionsOf(found.command));
    reportError(described, output);
    if (described.code === 'invalid_input') return exitCodes.usage;
    if (described.field === 'scope') return exitCodes.failed;
    return found?.command.failed ?? exitCodes.failed;
  }
}

/** Whether the line asked for help or the version, which was printed. */
async function answered(argv: readonly string[], output: Output): Promise<boolean> {
  const { word, rest } = firstWord(argv);
  if (word === '--version') output.line(await version());
  else if (word === 'help' || word === '-h' || (word === undefined && argv.includes('--help')))
    output.line(await help(rest, output));
  else return false;
  return true;
}

async function dispatch(
  found: FoundCommand,
  { output, surroundings }: { output: Output; surroundings: Surroundings },
): Promise<number> {
  const { name, command, rest } = found;
  const { values, positionals } = parseArguments(rest, { ...globalOptions, ...command.options });
  if (values.help) {
    output.line(await help(name.split(' '), output));
    return exitCodes.done;
  }
  checkPositionals(found, positionals);
  refuseUnused(found, values);
  return run(command, { values: withProject(values), positionals, output, surroundings });
}

/** A shared option that has no meaning here. */
function refuseUnused({ name, command }: FoundCommand, values: Readonly<GlobalValues>): void {
  const used = optionsOf(command);
  for (const option of Object.keys(globalOptions))
    if ((values as AnyValues)[camel(option)] !== undefined && !(option in used))
      throw new UsageError(
        `--${option} does nothing for "mneme ${name}": leave it out.`,
        `--${option}`,
      );
}

/** `--project` names a scope, like `--scope`. */
function withProject<V extends GlobalValues>(values: V): V {
  const { project, scope } = values;
  if (project === undefined) return values;
  if (scope !== undefined)
    throw new UsageError('Give --scope or --project: both name the scope', 'project');
  return { ...values, scope: projectScope(project) };
}

type Given = Pick<CommandContext<OptionTable>, 'values' | 'positionals' | 'output'>;

async function run(
  command: Command,
  { surroundings, ...given }: Given & { surroundings: Surroundings },
): Promise<number> {
  const { values, output } = given;
  const { stdin: input, signal, now, endWithin = () => {} } = surroundings;
  await removeLeftFolders(surroundings.environment);
  const settings = command.ignoresConfig
    ? { environment: surroundings.environment, origins: {} }
    : readSettings(surroundings.environment, { storeNamed: values.db !== undefined });
  const { environment } = settings;
  const scopeName = values.scope ?? environment.scope ?? 'default';
  const opened: OpenedMemory[] = [];
  const open = async (options: OpenOptions = {}) => {
    const uses = (name: GlobalName) => command.uses.includes(name);
    const result = await openMemory({
      ...openOptionsOf(values),
      // A client of MCP that may only read uses a store that others write, or that is made for it.
      readOnly: false,
      userStore: true,
      embedder: uses('embedder') ? values.embedder : 'none',
      // Only for commands that use documents: the others need no second file.
      documents: uses('documents') ? (values.documents ?? environment.documents) : undefined,
      llm: uses('llm') ? (values.llm ?? environment.llm ?? 'none') : 'none',
      environment,
      mustExist: command.fillsStore !== true,
      onProgress: ({ scope, revision, of }) =>
        output.progress.update(`filling the search index of ${scope}`, revision / of),
      ...options,
    });
    opened.push(result);
    if (result.created && result.byDefault)
      output.note(`mneme: memories are stored in ${result.path}`);
    return {
      ...result,
      get scope() {
        return result.memory.scope(scopeName);
      },
    };
  };
  try {
    const context = {
      ...{ ...given, environment, settings, input, signal, now, endWithin },
      ...{ scopeName, open },
    };
    return (await command.run(context)) ?? exitCodes.done;
  } finally {
    output.progress.clear();
    for (const memory of opened.reverse()) await memory.close();
  }
}

/** Help for a command, for a word, or for all. */
async function help(topic: readonly string[], { width }: Output): Promise<string> {
  const { helpOf } = await import('./help.ts');
  return helpOf(
    topic.filter((part) => !part.startsWith('-')),
    Math.min(width, 80),
  );
}

function checkPositionals({ name, command }: FoundCommand, given: readonly string[]): void {
  const form = `mneme ${name} ${command.usage}`.trim();
  const { min, max } = argumentsOf(command);
  if (given.length < min) throw new UsageError(`Something is missing: ${form}`);
  if (given.length > max) {
    const extra = given[max];
    throw new UsageError(`Too many arguments, from ${show(extra)} on: ${form}`, extra);
  }
}

interface Described {
  code: string;
  message: string;
  field?: string;
}

function reportError(described: Described, output: Output): void {
  output.note(
    output.json
      ? terminalJson({ error: described })
      : `mneme: ${described.message}${described.code === 'internal' ? '' : ` [${described.code}]`}`,
  );
}

function describe(thrown: unknown, options: OptionTable): Described {
  const error = pathError(thrown);
  if (MnemeError.isInstance(error))
    return { ...error.toJSON(), message: inWordsOf(error, options) };
  if (error instanceof UsageError) {
    return { code: 'invalid_input', message: error.message, field: error.field };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: 'internal', message: `This should not happen; please report it. ${message}` };
}

function isInterruption(error: unknown): boolean {
  if (MnemeError.isInstance(error)) return error.code === 'aborted';
  return error instanceof Error && error.name === 'AbortError';
}

/** Everything after `--` is text, whatever it looks like. */
function beforeDashes(argv: readonly string[]): readonly string[] {
  const dashes = argv.indexOf('--');
  return dashes < 0 ? argv : argv.slice(0, dashes);
}

async function version(): Promise<string> {
  const file = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
