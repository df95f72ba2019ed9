/** The store over rows against the backend of use cases, both in SQLite files, in one run. `--sizes=10000,40000`. */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sqliteBackend, sqliteRows } from '../../packages/kv-backend/src/index.ts';
import { storeBackend } from '../../packages/store/src/index.ts';
import * as frame from './frame.mjs';

const { asks, compare, fill, folder, median, ms, openMemory, option, printRatio, row, timeOf } =
  frame;
const backends = { rows: (given) => storeBackend(sqliteRows(given)), today: sqliteBackend };
const kinds = Object.keys(backends);
const durability = 'normal';

const open = (kind, count) =>
  openMemory(backends[kind]({ path: resolve(folder, `${kind}-${count}.db`), durability }));

export async function run() {
  const sizes = (option('sizes') ?? '10000,40000').split(',').map(Number);
  const opened = {};
  for (const count of [10, 3000, ...sizes]) opened[count] = await first(count);
  const [small, large] = [opened[10], opened[3000]].map(({ rows }) => rows);
  printRatio('rows: open and first answer, 3,000 : 10', [large, small], '1.15');
  for (const count of sizes) await warm(count);
  if (sizes.length > 1) await bySize(sizes.at(-1), sizes[0]);
}

/** Fills the files, and measures how long opening and the first answer take. */
async function first(count) {
  for (const kind of kinds) await (await fill(await open(kind, count), { count })).close();
  const times = Object.fromEntries(kinds.map((kind) => [kind, []]));
  for (let round = -2; round < 9; round++)
    for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
      let memory;
      const took = await timeOf(async () => {
        memory = await open(kind, count);
        await asks(memory)(0);
      });
      await memory.close();
      if (round >= 0) times[kind].push(took);
    }
  printRatio(`open and first answer at ${count}, rows : today`, Object.values(times), '1.1');
  return times;
}

async function warm(count) {
  const memories = await Promise.all(kinds.map((kind) => open(kind, count)));
  const title = (what) => `${what} at ${count}, rows : today`;
  const both = (work) => memories.map((memory) => work(memory.scope('a')));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  await compare(title('retrieve, each word first'), memories.map((memory) => asks(memory)), {
    ...{ reach: '1.1', warmUp: 0 },
  });
  delay.enable();
  await compare(title('retrieve'), memories.map((memory) => asks(memory)), { reach: '1.1' });
  delay.disable();
  const texts = frame.texts(2000, count);
  const next = (scope) => {
    let at = 0;
    return async () => scope.store({ content: texts[at++ % texts.length] });
  };
  await compare(title('store with a look-up'), both(next), { reach: '1.1', rounds: 40, warmUp: 10 });
  const storeAndAsk = (scope) => {
    const store = next(scope);
    return async (round) => {
      await store();
      await scope.retrieve(frame.queries[round % frame.queries.length]);
    };
  };
  await compare(title('store, then retrieve'), both(storeAndAsk), {
    ...{ reach: '1.1', rounds: 40, warmUp: 10 },
  });
  await compare(title('recall'), both((scope) => (at) => scope.recall(frame.queries[at % 64])), {
    ...{ reach: '1.1', rounds: 30, warmUp: 10 },
  });
  for (const memory of memories) await memory.close();
}

async function bySize(large, small) {
  for (const kind of kinds) {
    const [most, least] = [await open(kind, large), await open(kind, small)];
    await compare(`${kind}: retrieve at ${large} : at ${small}`, [asks(most), asks(least)], {
      reach: '3',
    });
    await most.close();
    await least.close();
  }
}
