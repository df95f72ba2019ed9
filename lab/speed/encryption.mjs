/** An encrypted SQLite file, and a store with sealed contents, each against the same without. */
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { sqliteBackend } from '../../packages/kv-backend/src/index.ts';
import { fileKeyring, sealedBackend } from '../../packages/sealed/src/index.ts';
import {
  asks,
  compare,
  fill,
  folder,
  median,
  ms,
  openFile,
  openMemory,
  readyEmbedder,
  row,
  scaled,
  texts,
  timeOf,
} from './frame.mjs';

const driver = 'better-sqlite3-multiple-ciphers';
const key = 'ab'.repeat(32);
const encrypted = (name, options) => openFile(name, { driver, key, ...options });
const plain = (name, options) => openFile(name, { driver, ...options });

export async function run() {
  await opening();
  for (const count of [10_000, 60_000]) await retrieve('encrypted', encrypted, scaled(count));
  await storeMany('encrypted', encrypted, { count: scaled(5_000), onConflict: 'keepBoth' });
  await retrieve('sealed', sealed, scaled(10_000));
  for (const onConflict of ['keepBoth', 'supersede'])
    await storeMany('sealed', sealed, { count: scaled(1_000), onConflict });
  await documents(scaled(200));
}

function sealed(name, { embedder } = {}) {
  const store = sqliteBackend({ path: join(folder, name), driver, durability: 'normal' });
  const keyring = fileKeyring({ path: join(folder, `${name}.keys`), masterKey: randomBytes(32) });
  return openMemory(sealedBackend(store, { keyring }), embedder);
}

async function opening() {
  const kinds = {
    'a passphrase': 'the heron sleeps',
    'a key of 32 bytes': key,
    'no key': undefined,
  };
  for (const [kind, given] of Object.entries(kinds)) {
    const times = [];
    for (let round = 0; round < 20; round++) {
      let memory;
      const open = async () => (memory = await plain(`${kind}-${round}.db`, { key: given }));
      times.push(await timeOf(open));
      await memory.close();
    }
    row(`opening a new store with ${kind}`, ms(median(times)));
  }
}

/** Records as users store them, so that every field is sealed. */
const inputOf = (index) => ({
  kind: 'episode',
  tags: [`t${index % 7}`],
  metadata: { project: `p${index % 5}` },
  source: { session: `s${Math.floor(index / 20)}`, sequence: index % 20, speaker: 'ada' },
});

async function retrieve(kind, open, count) {
  const names = [`${kind}-${count}.db`, `plain-${kind}-${count}.db`];
  const memories = [await open(names[0]), await plain(names[1])];
  for (const memory of memories) await fill(memory, { count, inputOf });
  await compare(
    `retrieve at ${count} records in a scope, ${kind} : plain`,
    memories.map((memory) => asks(memory)),
    { reach: count > 20_000 ? 'report: more vectors than the page cache holds' : 'at most 1.2' },
  );
  for (const memory of memories) await memory.close();
  const [one, other] = names.map((name) => statSync(join(folder, name)).size / 1e6);
  const sizes = `${Math.round(one)} MB : ${Math.round(other)} MB`;
  row(`the file of ${count} records, ${kind} : plain`, `${(one / other).toFixed(2)} (${sizes})`);
}

async function storeMany(kind, open, { count, onConflict }) {
  const inputs = texts(count, 50).map((content, index) => ({ content, ...inputOf(index) }));
  const embedder = readyEmbedder(inputs.map(({ content }) => content));
  const name = `${kind}-${onConflict}.db`;
  const memories = [await open(name, { embedder }), await plain(`plain-${name}`, { embedder })];
  await compare(
    `storeMany of ${count} (${onConflict}), a record, ${kind} : plain`,
    memories.map(
      (memory) => (round) =>
        memory.scope(`s${round}-${Math.random()}`).storeMany(inputs, { onConflict }),
    ),
    { rounds: 7, warmUp: 1, each: count, reach: 'at most 1.3' },
  );
  for (const memory of memories) await memory.close();
}

async function documents(count) {
  const contents = texts(count, 7, { words: 600 });
  const memories = [await sealed('documents.db'), await plain('plain-documents.db')];
  const stores = [];
  for (const memory of memories) {
    const store = await memory.scope('a').stores.create({ name: 'notes' });
    for (const [index, content] of contents.entries())
      await store.create({ path: `/f${index % 10}/d${index}.md`, content });
    stores.push(store);
  }
  const calls = {
    'listing a page of 20': (store) => () => store.list({ limit: 20 }),
    'a search': (store) => (round) => store.search(contents[round % count].slice(0, 40)),
    'reading one': (store) => (round) => store.read(`/f${round % 10}/d${round % 10}.md`),
  };
  for (const [name, call] of Object.entries(calls))
    await compare(`${name} in a store of ${count} documents, sealed : plain`, stores.map(call));
  for (const memory of memories) await memory.close();
}
