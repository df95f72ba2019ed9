import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
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

  /** Runs in this process, since starting one takes most of a command's time. */
  async run(argv: readonly string[], { stdin = '', env = {} }: RunOptions = {}): Promise<Ran> {
    const ran: Ran = { code: null, stdout: '', stderr: '' };
    ran.code = await main(argv, {
      environment: readEnvironment(env, { home: this.folder }),
      stdin: Readable.from([Buffer.from(stdin)]),
      stdout: { write: (text) => (ran.stdout += text) },
      stderr: { write: (text) => (ran.stderr += text) },
      signal: new AbortController().signal,
      now: () => new Date(),
    });
    return ran;
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
