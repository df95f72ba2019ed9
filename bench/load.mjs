/** Loads `mneme serve` over a SQLite file: many clients and one writer, then an import as well, then too many requests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createMemory } from '../packages/core/src/index.ts';
import { staticEmbedder } from '../packages/embedders/src/index.ts';
import { sqliteBackend } from '../packages/kv-backend/src/index.ts';
import { Keys } from '../packages/server/src/index.ts';
import { startMneme } from '../tools/mneme-server.mjs';
import { ms, quantile, random, row, textMaker } from './support.mjs';

const tenants = Array.from({ length: 8 }, (_, index) => `user:${index}`);
const clients = 64;
/** The pauses of a person's programs: they do not ask again as soon as an answer comes. */
const pauseMs = 20;
const command = fileURLToPath(new URL('../packages/cli/src/bin.ts', import.meta.url));

export async function run({ small = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-load-'));
  const path = join(folder, 'load.db');
  const keys = await fill(path, small ? 100 : 1000);
  const server = await startMneme(path, { home: folder });
  const agent = new Agent({ keepAlive: true, maxSockets: 4096 });
  const place = { url: server.url, agent, keys };
  try {
    await clientsAndWriter(place, small ? 500 : 5000);
    await besideImport(place, { path, folder, lines: small ? 1000 : 10_000 });
    await beyondLimits(place);
  } finally {
    agent.destroy();
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes a file with this many records for each tenant; returns one key for each. */
async function fill(path, count) {
  const backend = sqliteBackend({ path, durability: 'normal' });
  const memory = await createMemory({ backend, embedder: staticEmbedder() });
  const keys = new Keys(backend.keys);
  const made = [];
  for (const [seed, scope] of tenants.entries()) {
    const text = textMaker(random(seed));
    const inputs = Array.from({ length: count }, () => ({ content: text() }));
    await memory.scope(scope).storeMany(inputs, { onConflict: 'keepBoth' });
    made.push((await keys.create({ scope })).key);
  }
  await memory.close();
  return made;
}

/** Returns the status, the milliseconds that the request took, and when to try again. */
function post({ url, agent }, { path, key, body }) {
  const start = performance.now();
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    request(`${url}${path}`, { agent, method: 'POST', headers }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        resolve({
          status: answer.statusCode,
          took: performance.now() - start,
          again: answer.headers['retry-after'],
        }),
      );
    })
      .on('error', reject)
      .end(JSON.stringify(body));
  });
}

const words = textMaker(random(99), { words: 6 });
const retrieve = (place, tenant) =>
  post(place, {
    path: '/v1/mneme/retrieve',
    key: place.keys[tenant],
    body: { query: words(), limit: 10 },
  });
const store = (place, tenant, content) =>
  post(place, { path: '/v1/mneme/memories', key: place.keys[tenant], body: { content } });

async function clientsAndWriter(place, requests) {
  for (const tenant of tenants.keys()) await retrieve(place, tenant);
  let working = true;
  const writes = [];
  const writer = (async () => {
    for (let at = 0; working; at++) writes.push(await store(place, 0, `note ${at}: ${words()}`));
  })();
  const answers = [];
  let sent = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (sent++ < requests) answers.push(await retrieve(place, client % tenants.length));
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  working = false;
  await writer;
  const failed = [...answers, ...writes].filter(({ status }) => status !== 200).length;
  const took = answers.map((answer) => answer.took);
  row(
    `${clients} clients that retrieve and one that stores, ${tenants.length} tenants, client and server on this machine`,
    `${Math.round(requests / seconds)} a second, p50 ${ms(quantile(took, 0.5))}, p99 ${ms(quantile(took, 0.99))}; ${Math.round(writes.length / seconds)} writes a second; ${failed} failed`,
    '0 failed',
  );
}

/** Retrieves as one tenant, one request after the other with pauses, until `ended`. */
async function asks(place, ended) {
  const took = [];
  while (!ended()) {
    took.push((await retrieve(place, 1)).took);
    await setTimeout(pauseMs);
  }
  return took;
}

async function besideImport(place, { path, folder, lines }) {
  const text = textMaker(random(7));
  const imported = Array.from({ length: lines }, () => text());
  const until = (work) => {
    let ended = false;
    const waiting = work().then(() => {
      ended = true;
    });
    return Promise.all([asks(place, () => ended), waiting]).then(([took]) => took);
  };
  const alone = await until(() => setTimeout(10_000));
  const throughServer = await until(async () => {
    const left = imported.slice(0, lines / 5);
    const one = async () => {
      for (let content = left.pop(); content !== undefined; content = left.pop())
        await store(place, 2, content);
    };
    await Promise.all(Array.from({ length: 8 }, one));
  });
  const file = join(folder, 'import.jsonl');
  writeFileSync(file, imported.map((content, id) => JSON.stringify({ id, content })).join('\n'));
  const byCommand = await until(async () => {
    const args = [command, 'import', file, '--db', path, '--scope', 'user:3'];
    const env = { ...process.env, HOME: folder };
    await once(spawn(process.execPath, args, { env, stdio: 'ignore' }), 'exit');
  });
  const p99 = (took) => quantile(took, 0.99);
  for (const [how, took] of [
    ['eight connections of the server', throughServer],
    ['`mneme import` on the same file', byCommand],
  ])
    row(
      `p99 of one tenant's retrieves while another one imports by ${how} : alone`,
      `${(p99(took) / p99(alone)).toFixed(2)} (${ms(p99(took))} : ${ms(p99(alone))}; p50 ${ms(quantile(took, 0.5))} : ${ms(quantile(alone, 0.5))})`,
      '1.5',
    );
}

async function beyondLimits(place) {
  const count = 1000;
  const answers = await Promise.all(
    Array.from({ length: count }, (_, at) => retrieve(place, at % 2)),
  );
  const of = (status) => answers.filter((answer) => answer.status === status);
  const refused = of(429);
  row(
    `${count} requests at once by two keys, of which 64 each may be at work`,
    `${of(200).length} answered, ${refused.length} told to come again (${refused.filter(({ again }) => Number(again) > 0).length} of them when), ${count - of(200).length - refused.length} failed; p99 of the answered ${ms(
      quantile(
        of(200).map(({ took }) => took),
        0.99,
      ),
    )}`,
    '0 failed',
  );
}
