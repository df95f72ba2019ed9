import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compiled } from '../drill.mjs';

const writer = fileURLToPath(new URL('./crash-writer.mjs', import.meta.url));

/**
 * A process that writes into a scope of its own until it is killed. `text()`: its output so far; `ended`: its exit code;
 * `untilSaid`: waits until its output contains a sign, or until it has ended.
 *
 * @param {string} place a SQLite file, or the URL of a server with a key behind `#`
 */
export function startWriter(place, { scope, seed, aim = 'any' }) {
  return startProcess([writer, place, scope, String(seed), aim]);
}

/** Such a process for any program that says what it does. @param {string[]} given the program and its arguments */
export function startProcess(given) {
  const child = spawn(process.execPath, given, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { NODE_COMPILE_CACHE: compiled, ...process.env },
  });
  let text = '';
  const listeners = new Set();
  const ended = once(child, 'close').then(([code]) => code);
  child.stdout.on('data', (chunk) => {
    text += chunk;
    for (const listener of listeners) listener();
  });
  return {
    child,
    ended,
    text: () => text,
    untilSaid(sign) {
      const said = new Promise((resolve) => {
        const look = () => text.includes(sign) && resolve();
        listeners.add(look);
        look();
      });
      return Promise.race([said, ended]);
    },
  };
}
