import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { randomFrom } from '../tools/random.mjs';
import { compiled, faultsOf, openPlace } from './drill.mjs';
import { Reports, readScope } from './support/reports.mjs';
import { startWriter } from './support/start-writer.mjs';

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
    const first = await openPlace(path);
    await first.memory.close();
    const writers = scopes.map((scope, index) => startWriter(path, { scope, seed: seed + index }));
    for (const writer of writers) await writer.untilSaid('ready');
    for (let round = 0; round < rounds; round++) {
      await pause(random() * 200);
      const copy = join(folder, `copy-${round}.db`);
      const restored = join(folder, `restored-${round}.db`);
      const linesOf = () => writers.map(({ text }) => text().split('\n').slice(0, -1));
      const before = linesOf().map(({ length }) => length);
      await mneme('db', 'backup', copy, '--db', path);
      const after = linesOf();
      await mneme('db', 'restore', copy, '--db', restored);
      figures.backups += 1;
      const { backend, memory } = await openPlace(restored);
      for (const [index, scope] of scopes.entries()) {
        const lines = after[index];
        const from = before[index];
        figures['writes while they were made'] += Math.floor((lines.length - from) / 2);
        if (!(await isOneState(memory, { scope, lines, from }))) {
          figures['not one state'] += 1;
          broken.push(
            `round ${round}: ${scope} is in no state that it was in while the backup was made`,
          );
        }
      }
      for (const problem of await faultsOf(backend)) broken.push(`round ${round}: ${problem}`);
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

/** Whether the contents are the state after one of the writes between the two lines. */
async function isOneState(memory, { scope, lines, from }) {
  const there = await readScope(memory, scope);
  for (let end = from; end <= lines.length; end++) {
    const reports = new Reports(`${lines.slice(0, end).join('\n')}\n`);
    if (reports.compare(there).wrong.length === 0) return true;
  }
  return false;
}

function mneme(...given) {
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled };
  return promisify(execFile)(process.execPath, [command, ...given], { env });
}
