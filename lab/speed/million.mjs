/**
 * A scope of a million records: a start in a new process, with the kept parts of its index and without; answers, memory,
 * event loop, and the effect on another scope. `--store=postgres`: on PostgreSQL. Filling takes minutes: `--keep=FOLDER`
 * keeps the files of SQLite and reuses them, `PG_URL` the schema of a server.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { sqliteBackend } from '../../packages/kv-backend/src/index.ts';
import { postgresBackend } from '../../packages/postgres-backend/src/index.ts';
import { anyPostgres, whyNoPostgres } from '../../tools/postgres-server.mjs';
import {
  asks,
  compare,
  fill,
  folder,
  inProcess,
  ms,
  openMemory,
  option,
  row,
  scaled,
} from './frame.mjs';

const place = resolve(option('keep') ?? folder);
const count = Math.max(300_000, scaled(1_000_000));
const ofOne = { scope: 'mine', count: 1000, seed: 5 };

export async function run() {
  if (option('store') !== 'postgres') {
    mkdirSync(place, { recursive: true });
    return measure({ path: place });
  }
  const reason = whyNoPostgres();
  if (reason) return console.log(`skipped: ${reason}`);
  const server = await anyPostgres();
  try {
    await measure({ url: server.url });
  } finally {
    await server.stop();
  }
}

/** A store by name, in that folder or on that server. */
const backendOf = (name, { path, url }) =>
  url
    ? postgresBackend({ connectionString: url, schema: `million_${name}`, timeoutMs: 120_000 })
    : sqliteBackend({ path: join(path, `${name}.db`), durability: 'normal' });

async function measure(at) {
  await fillOnce('large', at, [{ count, seed: 11 }, ofOne]);
  await fillOnce('tenth', at, [{ count: count / 10, seed: 11 }]);
  await fillOnce('alone', at, [ofOne]);
  const backend = backendOf('large', at);
  const large = await openMemory(backend);
  const bytes = await backend.rows.bytes();
  row(`disk a record at ${count}`, `${Math.round(bytes / count)} bytes`, '1,400');
  for (const kept of [true, false]) {
    if (!kept) await backend.rows.write('a', { remove: { segments: [['a', '']] } });
    await starts(at, kept ? 'with the kept parts of its index' : 'without them');
  }
  const [tenth, alone] = await Promise.all(
    ['tenth', 'alone'].map((name) => openMemory(backendOf(name, at))),
  );
  await compare(`retrieve p50 at ${count} : at ${count / 10}`, [asks(large), asks(tenth)], {
    reach: '8',
  });
  await compare(
    `retrieve p50 in a scope of 1,000 beside ${count} others in the store : alone`,
    [asks(large, 'mine'), asks(alone, 'mine')],
    { rounds: 200, reach: '1.1' },
  );
  for (const memory of [tenth, alone, large]) await memory.close();
}

/** Fills a store, unless it has all that. */
async function fillOnce(name, at, scopes) {
  const backend = backendOf(name, at);
  const memory = await openMemory(backend);
  for (const { scope = 'a', ...of } of scopes) {
    const { current } = await memory.scope(scope).stats();
    if (current < of.count) await fill(memory, { scope, ...of });
  }
  await memory.close();
}

async function starts(at, how) {
  const seen = await inProcess(import.meta.filename, at);
  const of = `${count} records, a new process, ${how}`;
  const from = seen.isWhole ? 'from all' : 'from what is read so far';
  row(`${of}: first answer`, `${ms(seen.first)}, ${from}`, '20 s');
  row(`${of}: first answer from all`, `${ms(seen.whole)} (processor ${ms(seen.processor)})`);
  row(
    `${of}: longest stall of the event loop, with 60 more retrieves`,
    `${ms(seen.stall)} of processor time (${ms(seen.longest)} by the clock); p99 ${ms(seen.p99)}`,
    '50 ms',
  );
  row(`${of}: processor time of a retrieve`, ms(seen.each));
  row(`${of}: resident memory after them, more than before the first`, `${seen.resident} MiB`);
}

/**
 * A new process that asks until the answers are whole. A stall is the processor time of the thread between two turns of
 * its event loop: other work on the machine lengthens the time by the clock.
 */
async function start(at) {
  const memory = await openMemory(backendOf('large', at));
  const ask = asks(memory);
  const before = process.memoryUsage().rss;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let stall = 0;
  let last = cpu();
  const turns = setInterval(() => {
    const now = cpu();
    stall = Math.max(stall, now - last);
    last = now;
  }, 1);
  const started = performance.now();
  const atStart = (process.cpuUsage().user + process.cpuUsage().system) / 1000;
  const { degraded } = await ask(0);
  const first = performance.now() - started;
  while ((await ask(0)).degraded !== undefined) await pause(500);
  const whole = performance.now() - started;
  const used = process.cpuUsage();
  const processor = (used.user + used.system) / 1000 - atStart;
  for (let round = 0; round < 60; round++) await ask(round);
  const { user, system } = process.cpuUsage(used);
  clearInterval(turns);
  delay.disable();
  const resident = Math.round((process.memoryUsage().rss - before) / 2 ** 20);
  await memory.close();
  const [longest, p99] = [delay.max, delay.percentile(99)].map((ns) => ns / 1e6 - 1);
  const each = (user + system) / 60_000;
  const isWhole = degraded === undefined;
  const times = { first, whole, processor, stall, longest, p99, each };
  console.log(JSON.stringify({ ...times, isWhole, resident }));
}

function cpu() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

if (process.argv[1] === import.meta.filename) await start(JSON.parse(process.argv[2]));
