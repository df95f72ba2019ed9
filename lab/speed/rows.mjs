/**
 * The store over rows against the backend of use cases, both in SQLite files, in one run: of each call the ratio of CPU
 * time, of all threads, and of time until the answer. `--sizes=10000,40000`, `--only=recall,list`.
 */

import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sqliteBackend, sqliteRows } from '../../packages/kv-backend/src/index.ts';
import { storeBackend } from '../../packages/store/src/index.ts';
import * as frame from './frame.mjs';

const { asks, fill, folder, median, ms, openMemory, option, timeOf } = frame;
const backends = { rows: (given) => storeBackend(sqliteRows(given)), today: sqliteBackend };
const kinds = Object.keys(backends);
const durability = 'normal';
const reach = '1.1';
const only = option('only')?.split(',');

const open = (kind, name) =>
  openMemory(backends[kind]({ path: resolve(folder, `${kind}-${name}.db`), durability }));

export async function run() {
  const sizes = (option('sizes') ?? '10000,40000').split(',').map(Number);
  const first = {};
  for (const count of [10, 3000]) first[count] = await opening(count);
  if (first[10] && first[3000]) {
    const times = [first[3000], first[10]].map(([rows]) => rows.map(({ wall }) => wall));
    frame.printRatio('rows: open and first answer, 3,000 : 10', times, '1.15');
  }
  for (const count of sizes) await calls(count);
}

/** What one run of a work takes. Counts of reads are written after the answer. */
async function costOf(work, each) {
  const before = process.cpuUsage();
  const wall = await timeOf(work);
  await setTimeout(1);
  const { user, system } = process.cpuUsage(before);
  return { wall: wall / each, cpu: (user + system) / 1000 / each };
}

/** Runs two works in turn, and prints the ratio of all their CPU time, and the median ratio of their times in pairs. */
async function pair(figure, works, { rounds = 40, warmUp = 8, each = 1 } = {}) {
  if (only !== undefined && !only.some((name) => figure.startsWith(name))) return undefined;
  const costs = [[], []];
  for (let round = -warmUp; round < rounds; round++)
    for (const side of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const cost = await costOf(() => works[side](round + warmUp), each);
      if (round >= 0) costs[side].push(cost);
    }
  const [rows, today] = costs;
  const sum = (side) => side.reduce((total, { cpu }) => total + cpu, 0);
  const ratios = rows.map(({ wall }, at) => wall / today[at].wall);
  const [one, other] = costs.map((side) => `${ms(median(side.map(({ wall }) => wall)))}`);
  const [oneCpu, otherCpu] = costs.map((side) => ms(sum(side) / rounds));
  frame.row(
    `${figure}, rows : today`,
    `CPU ${(sum(rows) / sum(today)).toFixed(2)} (${oneCpu} : ${otherCpu}), time ${median(ratios).toFixed(2)} (${one} : ${other})`,
    reach,
  );
  return costs;
}

async function filled(count) {
  for (const kind of kinds) await (await fill(await open(kind, count), { count })).close();
}

async function opening(count) {
  await filled(count);
  const works = kinds.map((kind) => async () => {
    const memory = await open(kind, count);
    await asks(memory)(0);
    await memory.close();
  });
  return pair(`open, first answer and close at ${count}`, works, { rounds: 12, warmUp: 2 });
}

async function calls(count) {
  await filled(count);
  // Rows read their index from what was written, and keep it for the next start; today's is written with each record.
  const start = kinds.map((kind) => async () => {
    const memory = await open(kind, count);
    await asks(memory)(0);
    await memory.close();
  });
  await pair(`open, first answer and close at ${count}, after a fill`, start, {
    rounds: 1,
    warmUp: 0,
  });
  const memories = await Promise.all(kinds.map((kind) => open(kind, count)));
  const both = (work) => memories.map((memory) => work(memory.scope('a')));
  const at = (what) => `${what} at ${count}`;
  const texts = frame.texts(2000, count);
  /** The next texts, the same for both sides. */
  const next = (work) =>
    both((scope) => {
      let place = 0;
      return async (round) => {
        const some = Array.from({ length: 100 }, () => texts[place++ % texts.length]);
        await work(scope, some, round);
      };
    });
  const query = (round) => frame.queries[round % 64];

  await pair(
    at('retrieve, cold'),
    memories.map((memory) => asks(memory)),
    { rounds: 64, warmUp: 0 },
  );
  await pair(
    at('retrieve, warm'),
    memories.map((memory) => asks(memory)),
    { rounds: 64 },
  );
  await pair(
    at('recall'),
    both((scope) => (round) => scope.recall(query(round))),
    { rounds: 30 },
  );
  await pair(
    at('list'),
    both((scope) => () => scope.list({ limit: 100 })),
  );
  await pair(
    at('list by importance'),
    both((scope) => () => scope.list({ limit: 100, order: 'importance' })),
  );
  await pair(
    at('store with conflicts'),
    next((scope, [content]) => scope.store({ content })),
  );
  await pair(
    at('store, then retrieve'),
    next(async (scope, [content], round) => {
      await scope.store({ content });
      await scope.retrieve(query(round));
    }),
  );
  await pair(
    at('storeMany of 100'),
    next((scope, some) => scope.storeMany(some.map((content) => ({ content })))),
    { rounds: 10, warmUp: 3 },
  );
  await pair(
    at('storeMany of 100, keepBoth'),
    next((scope, some) =>
      scope.storeMany(
        some.map((content) => ({ content })),
        { onConflict: 'keepBoth' },
      ),
    ),
    { rounds: 10, warmUp: 3 },
  );
  await pair(
    at('append of 10 turns'),
    next((scope, some) =>
      scope.episodes.append(
        some.slice(0, 10).map((content) => ({ speaker: 'Ada', content })),
        { session: 's' },
      ),
    ),
    { rounds: 20 },
  );
  for (const memory of memories) await memory.close();
}
