/** `mneme serve` as a process of its own, for benchmarks and drills. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endProcess } from './own-process.mjs';

const command = fileURLToPath(new URL('../packages/cli/src/bin.ts', import.meta.url));

/**
 * Resolves once it listens. `end` answers when the process is gone; a signal other than SIGTERM leaves it no time. After
 * `freeze` it stands still.
 *
 * @param {string} db an address
 * @param {{ home: string }} options home: a folder of its own
 * @returns {Promise<{ url: string, freeze(): void, end(signal?: NodeJS.Signals): Promise<void> }>}
 */
export async function startMneme(db, { home }) {
  const child = spawn(process.execPath, [command, 'serve', '--port', '0', '--db', db], {
    env: { ...process.env, HOME: home },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const endAtExit = () => child.kill('SIGKILL');
  process.once('exit', endAtExit);
  const sign = 'listening on ';
  for await (const line of createInterface(child.stdout))
    if (line.startsWith(sign))
      return {
        url: line.slice(sign.length),
        freeze: () => child.kill('SIGSTOP'),
        async end(signal = 'SIGTERM') {
          process.removeListener('exit', endAtExit);
          await endProcess(child, signal);
        },
      };
  throw new Error(`mneme serve over ${db} ended before it listened`);
}
