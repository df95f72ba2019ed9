import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ended, repositoryRoot } from '../cli/mneme.ts';

const { PATH, NODE_COMPILE_CACHE } = process.env;

/** A folder for one test file, where the examples run and store their memory. */
export class ExampleRun {
  readonly folder = mkdtempSync(join(tmpdir(), 'mneme-example-'));
  readonly db = join(this.folder, 'memory.db');

  start(
    script: string,
    { argv = [], env = {} }: { argv?: string[]; env?: Record<string, string> } = {},
  ) {
    return spawn(process.execPath, [join(repositoryRoot, 'examples', script), ...argv], {
      cwd: this.folder,
      env: { PATH, NODE_COMPILE_CACHE, HOME: this.folder, MNEME_DB: this.db, ...env },
    });
  }

  /** Waits for the exit; rejects with stderr if the example fails. */
  async run(
    script: string,
    options: { argv?: string[]; env?: Record<string, string> } = {},
  ): Promise<string> {
    const { code, stdout, stderr } = await ended(this.start(script, options));
    if (code !== 0) throw new Error(`${script} ended with ${code}: ${stderr}`);
    return stdout;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Returns the first line of output that matches. */
export function lineOf(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const match = pattern.exec(text);
      if (match) resolve(match);
    });
    child.once('close', (code) =>
      reject(new Error(`ended with ${code} before ${pattern}: ${text}`)),
    );
  });
}

export async function stop(child: ChildProcess): Promise<number | null> {
  child.kill('SIGTERM');
  return (await ended(child)).code;
}
