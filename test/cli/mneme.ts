import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { main } from '../../packages/cli/src/main.ts';
import { readEnvironment } from '../../packages/runtime/src/environment.ts';

export const repositoryRoot = fileURLToPath(new URL('../../', import.meta.url));
export const binary = join(repositoryRoot, 'packages/cli/src/bin.ts');

const { PATH, NODE_COMPILE_CACHE } = process.env;
/** The variables that the command gets from the environment of the tests. */
const surroundings = { PATH, NODE_COMPILE_CACHE };

/**
 * The arguments of a command, written as it is typed: words, "words in quotes", and values, each of which is one argument
 * or a list of them.
 */
export function mneme(
  typed: TemplateStringsArray,
  ...values: readonly (string | readonly string[])[]
): string[] {
  return typed.flatMap((text, index) => [
    ...[...text.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word),
    ...[values[index] ?? []].flat(),
  ]);
}

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  stdin?: string | Uint8Array;
  /** Added to an environment without variables of Mneme. */
  env?: Record<string, string>;
  /** Standard input is a terminal. */
  isTTY?: boolean;
}

/** A command that runs until it is stopped, and has printed its first line. */
export interface Running {
  /** The first line of its output. */
  line: string;
  /** The next line of its output. */
  nextLine(): Promise<string>;
  /** Its standard error so far. */
  log(): string;
  /** Interrupts it and returns its exit code. */
  stop(): Promise<number | null>;
}

/** A folder for one test file, where the command runs. No test touches the user's own data. */
export class Workplace {
  readonly folder = mkdtempSync(join(tmpdir(), 'mneme-test-'));

  constructor() {
    process.chdir(this.folder); // Relative paths of commands in this process start here, too.
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, lines: readonly unknown[]): string {
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    writeFileSync(this.path(name), text.map((line) => `${line}\n`).join(''));
    return this.path(name);
  }

  start(argv: readonly string[], { env = {} }: Pick<RunOptions, 'env'> = {}): ChildProcess {
    return spawn(process.execPath, [binary, ...argv], {
      cwd: this.folder,
      env: { ...surroundings, HOME: this.folder, TMPDIR: this.folder, ...env },
    });
  }

  #surroundings({ stdin = '', env = {}, isTTY }: RunOptions) {
    return {
      environment: readEnvironment(env, { home: this.folder }),
      stdin: Object.assign(Readable.from([Buffer.from(stdin)]), { isTTY }),
      now: () => new Date(),
    };
  }

  /** Runs in this process, since starting one takes most of a command's time. */
  async run(argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
    const ran: Ran = { code: null, stdout: '', stderr: '' };
    ran.code = await main(argv, {
      ...this.#surroundings(options),
      stdout: { write: (text) => (ran.stdout += text) },
      stderr: { write: (text) => (ran.stderr += text) },
      signal: new AbortController().signal,
    });
    return ran;
  }

  /** Starts a command that runs until it is stopped: in this process, or `alone` in one that a signal ends. */
  async untilLine(
    argv: readonly string[],
    { env = {}, isTTY, alone }: Pick<RunOptions, 'env' | 'isTTY'> & { alone?: NodeJS.Signals } = {},
  ): Promise<Running> {
    const { stdout, stderr, code, interrupt } =
      alone === undefined ? this.#begin(argv, { env, isTTY }) : this.#beginAlone(argv, env, alone);
    let log = '';
    stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    const lines = createInterface(stdout)[Symbol.asyncIterator]();
    const nextLine = async () => (await lines.next()).value as string;
    const first = await Promise.race([nextLine(), code]);
    if (typeof first !== 'string') throw new Error(`mneme ${argv.join(' ')} ended: ${log}`);
    return {
      line: first,
      nextLine,
      log: () => log,
      stop() {
        interrupt();
        return code;
      },
    };
  }

  #begin(argv: readonly string[], options: Pick<RunOptions, 'env' | 'isTTY'>) {
    const stdout = new PassThrough();
    const stderr = new PassThrough();
    const interruption = new AbortController();
    const { signal } = interruption;
    const code = main(argv, { ...this.#surroundings(options), stdout, stderr, signal });
    return { stdout, stderr, code, interrupt: () => interruption.abort() };
  }

  #beginAlone(argv: readonly string[], env: Record<string, string>, signal: NodeJS.Signals) {
    const child = this.start(argv, { env });
    const code = ended(child).then((ran) => ran.code);
    return {
      stdout: child.stdout!,
      stderr: child.stderr!,
      code,
      interrupt: () => child.kill(signal),
    };
  }

  /** Like {@link run}, in a separate process. */
  runAlone(argv: readonly string[], { stdin = '', env }: RunOptions = {}): Promise<Ran> {
    const child = this.start(argv, { env });
    child.stdin?.on('error', () => {}); // A command that needs no input may end before it is written.
    child.stdin?.end(stdin);
    return ended(child);
  }

  /** Runs with `--json` and returns the parsed output. */
  async json<T>(
    argv: readonly string[],
    { alone = false, ...options }: RunOptions & { alone?: boolean } = {},
  ): Promise<T> {
    const run = [...argv, '--json'];
    const { code, stdout, stderr } = await (alone
      ? this.runAlone(run, options)
      : this.run(run, options));
    if (code !== 0) throw new Error(`mneme ${argv.join(' ')} answered ${code}: ${stderr}`);
    return JSON.parse(stdout) as T;
  }

  remove(): void {
    process.chdir(repositoryRoot);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function ended(child: ChildProcess): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}
