/**
 * A scope of a million records in one SQLite file: answers, memory, event loop, and the effect on another scope.
 * Filling takes minutes: `--keep=FOLDER` keeps the files and reuses them.
 */
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import {
  asks,
  compare,
  fill,
  folder,
  median,
  ms,
  openFile,
  option,
  row,
  scaled,
  timeOf,
} from './frame.mjs';

const place = resolve(option('keep') ?? folder);
const count = scaled(1_000_000);
const ofOne = { scope: 'mine', count: 1000, seed: 5 };

export async function run() {
  mkdirSync(place, { recursive: true });
  const large = await filled(`${count}.db`, [{ count, seed: 11 }, ofOne]);
  await firstAnswers(large);
  const tenth = await filled(`${count / 10}.db`, [{ count: count / 10, seed: 11 }]);
  await compare(`retrieve p50 at ${count} : at ${count / 10}`, [asks(large), asks(tenth)], {
    reach: '8',
  });
  await tenth.close();
  const alone = await filled('alone.db', [ofOne]);
  await compare(
    `retrieve p50 in a scope of 1,000 beside ${count} others in the file : alone`,
    [asks(large, 'mine'), asks(alone, 'mine')],
    { rounds: 200, reach: '1.1' },
  );
  await alone.close();
  await large.close();
}

/** The memory in that file, filled if it does not exist. */
async function filled(name, scopes) {
  const path = join(place, name);
  if (!existsSync(path)) {
    const memory = await openFile(`${path}.part`);
    for (const scope of scopes) await fill(memory, scope);
    await memory.close();
    renameSync(`${path}.part`, path);
  }
  return openFile(path);
}

async function firstAnswers(memory) {
  const ask = asks(memory);
  const before = process.memoryUsage().rss;
  // Node counts the timer's own millisecond as delay.
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  row(`first retrieve at ${count} records, the index read`, ms(await timeOf(() => ask(0))));
  const times = [];
  for (let round = 0; round < 60; round++) times.push(await timeOf(() => ask(round)));
  delay.disable();
  row(
    `event loop delay p99 while ${count} are searched, the first time included`,
    `${ms(delay.percentile(99) / 1e6 - 1)} (longest ${ms(delay.max / 1e6 - 1)}; a retrieve takes ${ms(median(times))})`,
    '3 ms',
  );
  row(
    `resident memory after 60 questions at ${count} records, more than before the first`,
    `${Math.round((process.memoryUsage().rss - before) / 2 ** 20)} MiB`,
  );
}
