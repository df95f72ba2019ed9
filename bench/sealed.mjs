/** The cost of sealing, side by side with the same store unsealed: writes, searches, bytes. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory } from '../packages/core/src/index.ts';
import { sqliteBackend } from '../packages/kv-backend/src/index.ts';
import { fileKeyring, sealedBackend } from '../packages/sealed/src/index.ts';
import { freeEmbedder, ms, paired, random, row, textMaker } from './support.mjs';

const folder = mkdtempSync(join(tmpdir(), 'mneme-bench-'));

export async function run({ small = false } = {}) {
  const scale = small ? 0.1 : 1;
  try {
    await retrieveAndBytes(Math.round(10_000 * scale));
    await storeMany(Math.round(1_000 * scale));
    await documents(Math.round(200 * scale));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function open(name, { sealed }) {
  const plain = sqliteBackend({ path: join(folder, name), durability: 'normal' });
  const keyring = fileKeyring({ path: join(folder, `${name}.keys`), masterKey: randomBytes(32) });
  const backend = sealed ? sealedBackend(plain, { keyring }) : plain;
  return createMemory({ backend, embedder: freeEmbedder() });
}

function inputsOf(count, seed) {
  const next = random(seed);
  const text = textMaker(next);
  return Array.from({ length: count }, (_, index) => ({
    content: text(),
    tags: [`t${index % 7}`],
    metadata: { project: `p${index % 5}` },
    source: { session: `s${Math.floor(index / 20)}`, sequence: index % 20, speaker: 'ada' },
  }));
}

const told = ({ ratio, first, second }) =>
  `${ratio.toFixed(2)} times (${ms(first)} against ${ms(second)})`;

async function retrieveAndBytes(count) {
  const memories = [];
  for (const sealed of [true, false]) {
    const memory = await open(`retrieve-${sealed}.db`, { sealed });
    await memory.scope('a').storeMany(inputsOf(count, 1), { onConflict: 'keepBoth' });
    memories.push(memory);
  }
  const text = textMaker(random(99), { words: 6 });
  const queries = Array.from({ length: 64 }, text);
  const [sealed, plain] = memories.map((memory) => memory.scope('a'));
  const retrieve = (scope) => (round) =>
    scope.retrieve(queries[Math.abs(round) % 64], { limit: 10 });
  row(
    `retrieve at ${count} records in a scope, sealed against plain`,
    told(await paired(retrieve(sealed), retrieve(plain))),
    'said',
  );
  for (const memory of memories) await memory.close();
  const [sealedBytes, plainBytes] = [true, false].map(
    (kind) => statSync(join(folder, `retrieve-${kind}.db`)).size,
  );
  row(
    `the file of ${count} records, sealed against plain`,
    `${(sealedBytes / plainBytes).toFixed(2)} times (${Math.round(sealedBytes / 1e6)} MB against ${Math.round(plainBytes / 1e6)} MB)`,
    'said',
  );
}

async function storeMany(count) {
  for (const onConflict of ['keepBoth', 'supersede']) {
    const sealed = await open(`store-${onConflict}-true.db`, { sealed: true });
    const plain = await open(`store-${onConflict}-false.db`, { sealed: false });
    const store = (memory) => (round) =>
      memory.scope(`s${round}`).storeMany(inputsOf(count, round + 50), { onConflict });
    row(
      `storeMany of ${count} records (${onConflict}), sealed against plain`,
      told(await paired(store(sealed), store(plain), { rounds: 10, warmUp: 2 })),
      'said',
    );
    await sealed.close();
    await plain.close();
  }
}

async function documents(count) {
  const text = textMaker(random(7), { words: 600 });
  const contents = Array.from({ length: count }, text);
  const stores = [];
  for (const sealed of [true, false]) {
    const memory = await open(`documents-${sealed}.db`, { sealed });
    const store = await memory.scope('a').stores.create({ name: 'notes' });
    for (const [index, content] of contents.entries())
      await store.create({ path: `/f${index % 10}/d${index}.md`, content });
    stores.push({ memory, store });
  }
  const [sealed, plain] = stores.map(({ store }) => store);
  const calls = {
    'listing a page of 20': (store) => () => store.list({ limit: 20 }),
    'a search': (store) => (round) => store.search(contents[Math.abs(round) % count].slice(0, 40)),
    'reading one': (store) => (round) =>
      store.read(`/f${Math.abs(round) % 10}/d${Math.abs(round) % 10}.md`),
  };
  for (const [name, call] of Object.entries(calls))
    row(
      `${name} in a store of ${count} documents, sealed against plain`,
      told(await paired(call(sealed), call(plain))),
      'said',
    );
  for (const { memory } of stores) await memory.close();
}
