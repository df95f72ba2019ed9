import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { MnemeError } from '@mneme/core';
import { terminalJson } from '@mneme/core/faces';
import { nearest, show } from '@mneme/core/input';
import {
  type Environment,
  type OpenedMemory,
  type OpenOptions,
  openMemory,
  readSettings,
} from '@mneme/runtime';
import type { Command } from './command.ts';
import { commandNames, loadCommand, loadCommands } from './commands/index.ts';
import { inWordsOf } from './option-names.ts';
import { type AnyValues, commonOptions, type OptionTable } from './options.ts';
import { createOutput, type Output, type OutputStream, progressOn } from './output.ts';
import { parseArguments } from './parse-arguments.ts';
import { projectScope } from './project-scope.ts';
import { keyringSource, keySource, storeOf } from './store-of.ts';
import { UsageError } from './usage-error.ts';

/** The process, as far as a command may see it. */
export interface Surroundings {
  environment: Environment;
  stdin: Readable & { isTTY?: boolean };
  stdout: OutputStream;
  stderr: OutputStream;
  signal: AbortSignal;
  now: () => Date;
}

export const exitCodes = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** Runs one command line and answers its exit code. Nothing is thrown. */
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
  try {
    return await dispatch(argv, { output, surroundings });
  } catch (error) {
    if (surroundings.signal.aborted && isInterruption(error)) {
      output.note(
        `mneme: interrupted. ${MnemeError.isInstance(error) ? error.message : ''}`.trimEnd(),
      );
      return exitCodes.interrupted;
    }
    const command = await loadCommand(argv[0] ?? '');
    const described = describe(error, command?.options ?? {});
    reportError(described, output);
    if (described.code === 'invalid_input') return exitCodes.usage;
    return command?.failed ?? exitCodes.failed;
  }
}

async function dispatch(
  argv: readonly string[],
  { output, surroundings }: { output: Output; surroundings: Surroundings },
): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined) {
    output.note(await help(undefined, output));
    return exitCodes.usage;
  }
  if (name === 'help' || name === '--help' || name === '-h') {
    const topic = rest.find((argument) => !argument.startsWith('-'));
    output.line(await help(topic === undefined ? undefined : await findCommand(topic), output));
    return exitCodes.done;
  }
  if (name === '--version') {
    output.line(await version());
    return exitCodes.done;
  }
  const command = await findCommand(name);
  const { values: given, positionals } = parseArguments(rest, {
    ...commonOptions,
    ...command.options,
  });
  const values = withProject(given);
  if (values.help) {
    output.line(await help(command, output));
    return exitCodes.done;
  }
  checkPositionals(command, positionals);
  return await run(command, { values, positionals, output, surroundings });
}

/** `--project` names a scope as `--scope` does. */
function withProject(values: AnyValues): AnyValues {
  const project = text(values.project);
  if (project === undefined) return values;
  if (values.scope !== undefined)
    throw new UsageError('Give --scope or --project: both name the scope', { field: 'project' });
  return { ...values, scope: projectScope(project) };
}

async function run(
  command: Command,
  {
    values,
    positionals,
    output,
    surroundings,
  }: {
    values: AnyValues;
    positionals: readonly string[];
    output: Output;
    surroundings: Surroundings;
  },
): Promise<number> {
  const { stdin: input, signal, now } = surroundings;
  const settings = command.ignoresConfig
    ? { environment: surroundings.environment, origins: {} }
    : readSettings(surroundings.environment, { storeNamed: storeOf(values) !== undefined });
  const { environment } = settings;
  const opened: OpenedMemory[] = [];
  const open = async (options: OpenOptions = {}) => {
    const memory = await openMemory({
      db: storeOf(values),
      ...keySource(values),
      ...keyringSource(values),
      documents: text(values.documents) ?? documentsFor(command, environment),
      embedder: text(values.embedder),
      reranker: text(values.reranker),
      llm: llmFor(command, { values, environment }),
      secrets: text(values.secrets),
      telemetry: text(values.telemetry),
      environment,
      mustExist: command.fillsStore !== true,
      ...options,
    });
    opened.push(memory);
    if (memory.created && memory.byDefault) {
      output.note(`mneme: memories are kept in ${memory.path}`);
    }
    return memory;
  };
  const scopeName = text(values.scope) ?? environment.scope ?? 'default';
  try {
    const code = await command.run({
      values,
      positionals,
      output,
      environment,
      settings,
      input,
      signal,
      now,
      scopeName,
      open,
    });
    return code ?? exitCodes.done;
  } finally {
    output.progress.clear();
    for (const memory of opened.reverse()) await memory.close();
  }
}

/** Only of commands that may ask one: the others need not load it. */
function llmFor(
  { options }: Command,
  { values, environment }: { values: AnyValues; environment: Environment },
): string {
  return 'llm' in options ? (text(values.llm) ?? environment.llm ?? 'none') : 'none';
}

/** Only of commands that reach documents: the others need no second file. */
function documentsFor({ options }: Command, { documents }: Environment): string | undefined {
  return 'documents' in options ? documents : undefined;
}

/** Of one command, or of them all. */
async function help(command: Command | undefined, { tableWidth }: Output): Promise<string> {
  const { commandHelp, generalHelp } = await import('./help.ts');
  return command === undefined
    ? generalHelp(await loadCommands(), tableWidth)
    : commandHelp(command, tableWidth);
}

async function findCommand(name: string): Promise<Command> {
  const found = await loadCommand(name);
  if (found === undefined) {
    const near = nearest(name, commandNames);
    const hint = name.startsWith('-')
      ? ' The command comes first, its options behind it.'
      : near === undefined
        ? ''
        : ` Did you mean "${near}"?`;
    throw new UsageError(`Unknown command ${show(name)}.${hint} "mneme help" lists them.`, {
      field: name,
    });
  }
  return found;
}

function checkPositionals(
  { name, usage, actions, positionals: { min, max } }: Command,
  given: readonly string[],
): void {
  const form = `mneme ${name} ${usage}`.trim();
  if (given.length < min) throw new UsageError(`Something is missing: ${form}`);
  const [action = ''] = given;
  if (actions !== undefined && !actions.includes(action)) {
    const near = nearest(action, actions);
    const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
    throw new UsageError(`Unknown action ${show(action)}.${hint} ${form}`, { field: action });
  }
  if (given.length > max) {
    throw new UsageError(`Too many arguments, from ${show(given[max])} on: ${form}`, {
      field: given[max],
    });
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

function describe(error: unknown, options: OptionTable): Described {
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

/** What follows `--` is text, whatever it looks like. */
function beforeDashes(argv: readonly string[]): readonly string[] {
  const dashes = argv.indexOf('--');
  return dashes < 0 ? argv : argv.slice(0, dashes);
}

async function version(): Promise<string> {
  const file = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}

function text(value: AnyValues[string]): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
