/**
 * A scope of a million records in one SQLite file: answers, memory, event loop, and the effect on another scope.
 * Filling takes minutes: `--keep=FOLDER` keeps the files and reuses them.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createMemory } from '../packages/core/src/index.ts';
import { sqliteBackend } from '../packages/kv-backend/src/index.ts';
import { freeEmbedder, ms, option, paired, quantile, random, row, textMaker } from './support.mjs';

const batch = 10_000;

export async function run({ small = false } = {}) {
  const kept = option('keep');
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'mneme-bench-'));
  mkdirSync(folder, { recursive: true });
  const many = small ? 100_000 : 1_000_000;
  try {
    const large = await filled(join(folder, `${many}.db`), [
      { scope: 'a', count: many, seed: 11 },
      { scope: 'mine', count: 1000, seed: 5 },
    ]);
    await firstAnswers(large, many);
    await againstTenth(large, { folder, many });
    await besideMany(large, { folder, many });
    await large.close();
  } finally {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

function opened(path) {
  return createMemory({
    maxStoreItems: batch,
    backend: sqliteBackend({ path, durability: 'normal' }),
    embedder: freeEmbedder(),
  });
}

/** The memory in that file, filled if it does not exist. */
async function filled(path, scopes) {
  if (existsSync(path)) return opened(path);
  const memory = await opened(`${path}.part`);
  for (const { scope, count, seed } of scopes) {
    const next = random(seed);
    const text = textMaker(next);
    for (let done = 0; done < count; done += batch) {
      const length = Math.min(batch, count - done);
      const inputs = Array.from({ length }, () => ({
        content: text(),
        importance: 1 + Math.floor(next() * 5),
      }));
      await memory.scope(scope).storeMany(inputs, { onConflict: 'keepBoth' });
    }
  }
  await memory.close();
  renameSync(`${path}.part`, path);
  return opened(path);
}

const queries = Array.from({ length: 64 }, textMaker(random(99), { words: 6 }));
const asked = (memory, scope) => (round) => memory.scope(scope).retrieve(queries[round % 64]);
const mebibytes = (bytes) => `${Math.round(bytes / 2 ** 20)} MiB`;

async function firstAnswers(memory, many) {
  const ask = asked(memory, 'a');
  const before = process.memoryUsage().rss;
  // Node counts the timer's own millisecond as delay.
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  await ask(0);
  const first = performance.now() - start;
  const times = [];
  for (let round = 0; round < 60; round++) {
    const begin = performance.now();
    await ask(round);
    times.push(performance.now() - begin);
  }
  delay.disable();
  row(`first retrieve at ${many} records, the index read`, ms(first), 'report');
  row(
    `event loop delay p99 while ${many} are searched, the first time included`,
    `${ms(delay.percentile(99) / 1e6 - 1)} (longest ${ms(delay.max / 1e6 - 1)}; a retrieve takes ${ms(quantile(times, 0.5))})`,
    '3 ms',
  );
  row(
    `resident memory after 60 questions at ${many} records, more than before the first`,
    mebibytes(process.memoryUsage().rss - before),
    'report',
  );
}

async function againstTenth(large, { folder, many }) {
  const tenth = await filled(join(folder, `${many / 10}.db`), [
    { scope: 'a', count: many / 10, seed: 11 },
  ]);
  const found = await paired(asked(large, 'a'), asked(tenth, 'a'), { rounds: 64, warmUp: 64 });
  row(
    `retrieve p50 at ${many} : at ${many / 10}`,
    `${found.ratio.toFixed(2)} (${ms(found.first)} : ${ms(found.second)})`,
    '8',
  );
  await tenth.close();
}

async function besideMany(large, { folder, many }) {
  const alone = await filled(join(folder, 'alone.db'), [{ scope: 'mine', count: 1000, seed: 5 }]);
  const found = await paired(asked(large, 'mine'), asked(alone, 'mine'), {
    rounds: 200,
    warmUp: 64,
  });
  row(
    `retrieve p50 in a scope of 1,000 beside ${many} others in the file : alone`,
    `${found.ratio.toFixed(2)} (${ms(found.first)} : ${ms(found.second)})`,
    '1.1',
  );
  await alone.close();
}
