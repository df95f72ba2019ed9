/** What servers need that tests, benchmarks and drills start for themselves. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * A database that may be filled. `stop` ends it and removes its folder; a server that ran before is not stopped. `kill`
 * is what a power cut does to a process; `start` starts it again on the same folder and ports.
 * @typedef {{ url: string, apiKey?: string, stop(): Promise<void> }} DatabaseServer
 * @typedef {DatabaseServer & { folder: string, kill(): Promise<void>, start(): Promise<void> }} OwnServer
 */

/**
 * A server that this process starts, and ends when it ends itself.
 *
 * @param {{
 *   folder: string, // Removed by `stop`.
 *   spawn: () => import('node:child_process').ChildProcess,
 *   isReady: (child: import('node:child_process').ChildProcess) => boolean | Promise<boolean>, // An error means: not yet.
 *   signal: NodeJS.Signals, // That of `kill`.
 * }} server
 */
export async function ownServer({ folder, spawn, isReady, signal }) {
  let child;
  const endAtExit = () => child?.kill(signal);
  process.once('exit', endAtExit);
  const start = async () => {
    child = spawn();
    const { spawnfile } = child;
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; await pause(20)) {
      if (child.exitCode !== null)
        throw new Error(`${spawnfile} ended at once, with ${child.exitCode}`);
      try {
        if (await isReady(child)) return;
      } catch {
        // Not listening yet.
      }
    }
    throw new Error(`${spawnfile} in ${folder} was not ready within 60 s`);
  };
  const kill = () => endProcess(child, signal);
  await start();
  return {
    folder,
    start,
    kill,
    async stop() {
      await kill();
      process.removeListener('exit', endAtExit);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A port below those that the system gives to connections and to servers without a port of their own (32768 and up on
 * Linux), so that no other program takes it before the caller's server listens, or while that server is down.
 *
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(10_000, 32_768);
    const server = createServer();
    const isFree = await new Promise((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/**
 * Sends the signal, and resolves once the process is gone.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
export async function endProcess(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
