// Writes on a small disk until it is full, reads meanwhile, makes room and goes on, all with one open memory. It
// answers with what a drill answers.
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createMemory, MnemeError } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { letterEmbedder } from '../../tools/letter-embedder.mjs';
import { randomFrom } from '../../tools/random.mjs';
import { faultsOf } from '../drill.mjs';

const [folder, rounds, seed] = process.argv.slice(2);
const random = randomFrom(Number(seed));
const backend = sqliteBackend({ path: join(folder, 'memory.db') });
const memory = await createMemory({ backend, embedder: letterEmbedder });
const ada = memory.scope('ada');
const store = await ada.stores.open('notes', { create: true });
const figures = {
  'times full': 0,
  'writes acknowledged': 0,
  'writes refused': 0,
  'reads while it was full': 0,
  'written after room was made': 0,
};
const broken = [];
const records = new Map();
const documents = new Map();
const ballast = join(folder, 'ballast');
let number = 0;
const text = () =>
  `fact ${++number} ${'of the harbour '.repeat(1 + Math.floor(random() * 60))}${number}`;

/** Uses all space but some. */
function fill(freeBytes) {
  const { bavail, bsize } = statfsSync(folder);
  const file = openSync(ballast, 'w');
  const block = Buffer.alloc(4096, 1);
  for (let left = bavail * bsize - freeBytes; left > 0; left -= block.length) {
    try {
      writeSync(file, block);
    } catch (error) {
      if (error.code === 'ENOSPC') break;
      throw error;
    }
  }
  closeSync(file);
}

const works = [
  async () => {
    const content = text();
    const { id } = await ada.store({ content, tags: ['drill'] }, { onConflict: 'keepBoth' });
    records.set(id, content);
  },
  async () => {
    const contents = Array.from({ length: 20 }, text);
    const inputs = contents.map((content) => ({ content }));
    const results = await ada.storeMany(inputs, { onConflict: 'keepBoth' });
    for (const [index, { id }] of results.entries()) records.set(id, contents[index]);
  },
  async () => {
    const [id] = records.keys();
    if (id === undefined) return;
    const content = text();
    await ada.update(id, { content });
    records.set(id, content);
  },
  async () => {
    const content = text().repeat(20);
    const path = `/${Math.floor(random() * 5)}`;
    await store.write({ path, content });
    documents.set(path, content);
  },
];

async function write() {
  try {
    await works[Math.floor(random() * works.length)]();
    figures['writes acknowledged'] += 1;
    return true;
  } catch (error) {
    if (!MnemeError.isInstance(error) || error.code !== 'storage_full')
      broken.push(`a write was refused with ${error.code ?? error}: ${error.message}`);
    figures['writes refused'] += 1;
    return false;
  }
}

/** All acknowledged writes are there, and nothing else. */
async function readAll(when) {
  const there = new Map();
  for (let cursor; ; ) {
    const page = await ada.list({ limit: 200, cursor });
    for (const { id, content } of page.memories) there.set(id, content);
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  const same =
    there.size === records.size && [...records].every(([id, text]) => there.get(id) === text);
  if (!same)
    broken.push(`${when}: ${there.size} records are there, ${records.size} were acknowledged`);
  for (const [path, content] of documents)
    if ((await store.read(path))?.content !== content)
      broken.push(`${when}: ${path} is not what was written`);
  const [id, content] = [...records].at(-1) ?? [];
  if (id === undefined) return;
  const { memories } = await ada.retrieve(content, { limit: 50 });
  if (!memories.some((memory) => memory.id === id)) broken.push(`${when}: ${id} is not found`);
}

for (let round = 0; round < Number(rounds); round++) {
  fill(Math.floor(random() * 200_000));
  let refused = 0;
  for (let turn = 0; turn < 400 && refused < 5; turn++) if (!(await write())) refused += 1;
  if (refused === 5) figures['times full'] += 1;
  try {
    await readAll('while the disk is full');
    figures['reads while it was full'] += 1;
  } catch (error) {
    broken.push(`a read failed while the disk was full: ${error.code} ${error.message}`);
  }
  rmSync(ballast);
  for (let turn = 0; turn < 3; turn++)
    if (await write()) figures['written after room was made'] += 1;
    else broken.push('a write was refused although there was room');
  await readAll('after room was made');
  for (const { problem } of await faultsOf(backend)) broken.push(problem);
  // The disk is small, so this makes space for the next round.
  for (const id of [...records.keys()].slice(0, -5)) {
    await ada.delete(id);
    records.delete(id);
  }
}
await memory.close();
process.stdout.write(JSON.stringify({ figures, broken }));
