/** An encrypted SQLite file against a plain one, both over the library that encrypts. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory } from '../packages/core/src/index.ts';
import { sqliteBackend } from '../packages/kv-backend/src/index.ts';
import { freeEmbedder, ms, paired, quantile, random, row, textMaker } from './support.mjs';

const folder = mkdtempSync(join(tmpdir(), 'mneme-bench-'));
const driver = 'better-sqlite3-multiple-ciphers';
const keys = ['ab'.repeat(32), undefined];

export async function run({ small = false } = {}) {
  const scale = small ? 0.1 : 1;
  try {
    await open(20);
    await storeMany(Math.round(5_000 * scale));
    for (const count of [10_000, 60_000]) await retrieve(Math.round(count * scale));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

let files = 0;
async function memoryWith(key, embedder = freeEmbedder()) {
  const path = join(folder, `${files++}.db`);
  const backend = sqliteBackend({ path, key, driver, durability: 'normal' });
  return createMemory({ backend, embedder });
}

async function timed(work) {
  const start = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

async function open(rounds) {
  const times = { passphrase: [], key: [], plain: [] };
  for (let round = 0; round < rounds; round++)
    for (const [name, key] of [
      ['passphrase', 'the heron sleeps'],
      ['key', keys[0]],
      ['plain', keys[1]],
    ]) {
      let memory;
      times[name].push(await timed(async () => (memory = await memoryWith(key))));
      await memory.close();
    }
  const middle = (name) => ms(quantile(times[name], 0.5));
  row(
    'opening a new store with a passphrase, with a key of 32 bytes, without',
    `${middle('passphrase')}, ${middle('key')}, ${middle('plain')}`,
    'report',
  );
}

async function storeMany(count) {
  const text = textMaker(random(7));
  const items = Array.from({ length: count }, () => ({ content: text() }));
  const vectors = new Map();
  const embedder = freeEmbedder();
  for (const { content } of items) vectors.set(content, (await embedder.embed([content]))[0]);
  const ready = { ...embedder, embed: async (texts) => texts.map((each) => vectors.get(each)) };
  const times = [[], []];
  for (let round = 0; round < 7; round++)
    for (const [index, key] of keys.entries()) {
      const memory = await memoryWith(key, ready);
      await memory.scope('warm').store(items[0]);
      const work = () => memory.scope('a').storeMany(items, { onConflict: 'keepBoth' });
      times[index].push(await timed(work));
      await memory.close();
    }
  const ratio = quantile(
    times[0].map((time, index) => time / times[1][index]),
    0.5,
  );
  const each = (index) => ms(quantile(times[index], 0.5) / count);
  row(
    `storeMany of ${count}, encrypted against plain`,
    `${ratio.toFixed(2)} times (${each(0)} against ${each(1)} each)`,
    'at most 1.3 times',
  );
}

async function retrieve(count) {
  const [encrypted, plain] = await Promise.all(
    keys.map(async (key) => {
      const memory = await memoryWith(key);
      const text = textMaker(random(1));
      const items = Array.from({ length: count }, () => ({ content: text() }));
      await memory.scope('a').storeMany(items, { onConflict: 'keepBoth' });
      return memory;
    }),
  );
  const query = textMaker(random(99), { words: 6 });
  const queries = Array.from({ length: 64 }, query);
  const ask = (memory) => (round) => memory.scope('a').retrieve(queries[round % 64]);
  const result = await paired(ask(encrypted), ask(plain));
  row(
    `retrieve at ${count} records in a scope, encrypted against plain`,
    `${result.ratio.toFixed(2)} times (${ms(result.first)} against ${ms(result.second)}, p95 ${ms(result.firstP95)})`,
    count > 20_000 ? 'report: more vectors than the page cache holds' : 'at most 1.2 times',
  );
  await encrypted.close();
  await plain.close();
}
