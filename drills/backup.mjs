import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createMemory } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { letterEmbedder } from '../tools/letter-embedder.mjs';
import { randomFrom } from '../tools/random.mjs';
import { compiled, faultsOf } from './drill.mjs';
import { readScope, Told } from './support/told.mjs';

const writer = fileURLToPath(new URL('./support/crash-writer.mjs', import.meta.url));
const command = fileURLToPath(new URL('../packages/cli/src/bin.ts', import.meta.url));
const scopes = ['w1', 'w2'];

/** @type {import('./drill.mjs').Drill} */
export const backup = {
  name: 'backup',
  promise: 'A backup is one state of the store',
  rounds: 20,
  few: 1,
  seen: ['restored and compared'],
  async run({ rounds, seed, folder, progress }) {
    const path = join(folder, 'memory.db');
    const figures = {
      backups: 0,
      'writes while they were made': 0,
      'restored and compared': 0,
      'not one state': 0,
    };
    const broken = [];
    const random = randomFrom(seed);
    const first = await createMemory({
      backend: sqliteBackend({ path }),
      embedder: letterEmbedder,
    });
    await first.close();
    const writers = scopes.map((scope, index) => startWriter(path, scope, seed + index));
    for (const { ready } of writers) await ready;
    for (let round = 0; round < rounds; round++) {
      await pause(random() * 200);
      const copy = join(folder, `copy-${round}.db`);
      const restored = join(folder, `restored-${round}.db`);
      const before = writers.map(({ lines }) => lines.length);
      await mneme('db', 'backup', copy, '--db', path);
      const after = writers.map(({ lines }) => lines.length);
      await mneme('db', 'restore', copy, '--db', restored);
      figures.backups += 1;
      const backend = sqliteBackend({ path: restored });
      const memory = await createMemory({ backend, embedder: letterEmbedder });
      for (const [index, scope] of scopes.entries()) {
        const { lines } = writers[index];
        figures['writes while they were made'] += Math.floor((after[index] - before[index]) / 2);
        const span = { from: before[index], to: after[index] };
        if (!(await isOneState(memory, { scope, lines, ...span }))) {
          figures['not one state'] += 1;
          broken.push(
            `round ${round}: ${scope} is in no state that it was in while the backup was made`,
          );
        }
      }
      for (const { problem } of await faultsOf(backend)) broken.push(`round ${round}: ${problem}`);
      figures['restored and compared'] += 1;
      await memory.close();
      progress(round + 1);
    }
    for (const { child, ended } of writers) {
      child.kill('SIGKILL');
      await ended;
    }
    return { figures, broken };
  },
};

function startWriter(path, scope, seed) {
  const child = spawn(process.execPath, [writer, path, scope, String(seed), 'any'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { NODE_COMPILE_CACHE: compiled, ...process.env },
  });
  const lines = [];
  let rest = '';
  child.stdout.on('data', (chunk) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop();
    lines.push(...parts);
  });
  return { child, lines, ready: once(child.stdout, 'data'), ended: once(child, 'exit') };
}

/** Whether the contents are those after one of the writes between the two. */
async function isOneState(memory, { scope, lines, from, to }) {
  const there = await readScope(memory, scope);
  for (let end = from; end <= to; end++) {
    const told = new Told(`${lines.slice(0, end).join('\n')}\n`);
    if (told.compare(there).wrong.length === 0) return true;
  }
  return false;
}

function mneme(...given) {
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled };
  return promisify(execFile)(process.execPath, [command, ...given], { env });
}
