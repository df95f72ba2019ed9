/** Loads `mneme serve` over a SQLite file: many clients and one writer, then an import as well, then too many requests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { staticEmbedder } from '../../packages/embedders/src/index.ts';
import { sqliteBackend } from '../../packages/kv-backend/src/index.ts';
import { Keys } from '../../packages/server/src/index.ts';
import { startMneme } from '../../tools/mneme-server.mjs';
import { quantile } from '../frame.mjs';
import { fill, folder, median, ms, openMemory, queries, row, scaled, texts } from './frame.mjs';
import { load, send } from './requests.mjs';

const tenants = Array.from({ length: 8 }, (_, index) => `user:${index}`);
/** The pauses of a person's programs: they do not ask again as soon as an answer comes. */
const pauseMs = 20;
const command = fileURLToPath(new URL('../../packages/cli/src/bin.ts', import.meta.url));
const path = join(folder, 'load.db');

export async function run() {
  const backend = sqliteBackend({ path, durability: 'normal' });
  const memory = await openMemory(backend, staticEmbedder());
  const keys = [];
  for (const [seed, scope] of tenants.entries()) {
    await fill(memory, { scope, seed, count: scaled(1000) });
    keys.push((await new Keys(backend.keys).create({ scope })).key);
  }
  await memory.close();
  const server = await startMneme(path, { home: folder });
  const post = (route, tenant, body) =>
    send(`${server.url}/v1/mneme/${route}`, { headers: { 'x-api-key': keys[tenant] }, body });
  const retrieve = (at, tenant) => post('retrieve', tenant, { query: queries[at % 64], limit: 10 });
  const store = (content, tenant) => post('memories', tenant, { content });
  try {
    for (const tenant of tenants.keys()) await retrieve(0, tenant);
    await load(`${tenants.length} tenants, client and server on this machine`, {
      requests: scaled(5000),
      ask: (at, client) => retrieve(at, client % tenants.length),
      write: (at) => store(`note ${at}: ${queries[at % 64]}`, 0),
    });
    await besideImport(retrieve, store);
    await beyondLimits(retrieve);
  } finally {
    await server.end();
  }
}

/** The times of one tenant's retrieves, one after the other with pauses, while that work goes on. */
async function during(retrieve, work) {
  const took = [];
  let ended = false;
  const waiting = work().finally(() => {
    ended = true;
  });
  for (let at = 0; !ended; at++) {
    took.push((await retrieve(at, 1)).took);
    await pause(pauseMs);
  }
  await waiting;
  return took;
}

async function besideImport(retrieve, store) {
  const lines = texts(scaled(10_000), 7);
  const file = join(folder, 'import.jsonl');
  writeFileSync(file, lines.map((content, id) => JSON.stringify({ id, content })).join('\n'));
  const importers = {
    'eight connections of the server': () => {
      const left = lines.slice(0, lines.length / 5);
      const one = async () => {
        while (left.length > 0) await store(left.pop(), 2);
      };
      return Promise.all(Array.from({ length: 8 }, one));
    },
    '`mneme import` on the same file': () => {
      const args = [command, 'import', file, '--db', path, '--scope', 'user:3'];
      const env = { ...process.env, HOME: folder };
      return once(spawn(process.execPath, args, { env, stdio: 'ignore' }), 'exit');
    },
  };
  const alone = await during(retrieve, () => pause(10_000));
  const p99 = (took) => quantile(took, 0.99);
  for (const [how, work] of Object.entries(importers)) {
    const took = await during(retrieve, work);
    row(
      `p99 of one tenant's retrieves while another one imports by ${how} : alone`,
      `${(p99(took) / p99(alone)).toFixed(2)} (${ms(p99(took))} : ${ms(p99(alone))}; p50 ${ms(median(took))} : ${ms(median(alone))})`,
      '1.5',
    );
  }
}

async function beyondLimits(retrieve) {
  const asked = Array.from({ length: 1000 }, (_, at) => retrieve(at, at % 2));
  const answers = await Promise.all(asked);
  const of = (wanted) => answers.filter(({ status }) => status === wanted);
  const [answered, refused] = [of(200), of(429)];
  const informed = refused.filter(({ again }) => Number(again) > 0).length;
  const took = answered.map((answer) => answer.took);
  row(
    `${answers.length} requests at once by two keys, of which 64 each may be at work`,
    `${answered.length} answered, p99 ${ms(quantile(took, 0.99))}; ${refused.length} answered with 429, ${informed} of them with retry-after; ${answers.length - answered.length - refused.length} failed`,
    '0 failed',
  );
}
