// Runs a store on a disk with room for only a few more pages, or mounted read-only. full-disk.test.ts runs it in its own
// filesystem.
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { createMemory } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { loadDriver } from '../src/drivers/index.ts';

const [folder, what, ...levels] = process.argv.slice(2);
const path = join(folder, 'memory.db');
const ballast = join(folder, 'ballast');

const open = () =>
  createMemory({ backend: sqliteBackend({ path, busyTimeoutMs: 200 }), embedder: letterEmbedder });

/** Fills the disk up to this many free bytes. */
function fill(freeBytes) {
  const { bavail, bsize } = statfsSync(folder);
  const file = openSync(ballast, 'w');
  try {
    for (let left = bavail * bsize - freeBytes; left > 0; left -= 4096)
      writeSync(file, Buffer.alloc(4096, 1));
  } catch (error) {
    if (error.code !== 'ENOSPC') throw error;
  }
  closeSync(file);
}

const empty = () => {
  for (const file of readdirSync(folder)) rmSync(join(folder, file));
};

/** Data for each kind of removal, so that the store shows whether it was made. */
async function setUp(memory) {
  const ada = memory.scope('ada');
  const { id } = await ada.store({ content: 'Ada likes tea' });
  const store = await ada.stores.open('notes', { create: true });
  const { document } = await store.write({ path: '/a', content: 'the first text' });
  await store.write({ path: '/a', content: 'the second text' });
  await ada.episodes.append([{ speaker: 'Ada', content: 'The tide is high' }], {
    session: 'monday',
  });
  const isThere = async (content) => (await store.version(document.versionId))?.content === content;
  return {
    delete: {
      remove: () => ada.delete(id),
      isGone: async () => (await ada.get(id)) === undefined,
    },
    redact: {
      remove: () => store.redact(document.versionId),
      isGone: async () => !(await isThere('the first text')),
    },
    'sessions.erase': {
      remove: () => ada.sessions.erase('monday'),
      isGone: async () => (await ada.sessions.list()).sessions.length === 0,
    },
    erase: {
      remove: () => ada.erase(),
      isGone: async () => (await ada.list()).memories.length === 0,
    },
  };
}

/** The result of each removal, and whether the data is gone. */
async function removals() {
  const answers = [];
  for (const pages of levels)
    for (const name of ['delete', 'redact', 'sessions.erase', 'erase']) {
      empty();
      const memory = await open();
      // Until then the log is not moved into the file.
      const reader = (await loadDriver('better-sqlite3')).open(path);
      reader.exec('BEGIN; SELECT count(*) FROM records');
      const { remove, isGone } = (await setUp(memory))[name];
      fill(4096 * Number(pages));
      reader.close();
      const answered = await remove().then(
        ({ bytes }) => bytes,
        ({ code, message }) => (/erase it again/.test(message) ? 'half done' : code),
      );
      answers.push({ name, pages, answered, gone: await isGone() });
      rmSync(ballast);
      await memory.close();
    }
  return answers;
}

/** What an erasure in steps leaves on a full disk, and after it is repeated with enough room. */
async function largeErasures() {
  const answers = [];
  for (const pages of levels) {
    empty();
    const memory = await open();
    const large = memory.scope('large');
    await memory.scope('ada').store({ content: 'Ada likes tea' });
    const contents = Array.from({ length: 900 }, (_, index) => ({ content: `Note ${index}` }));
    await large.storeMany(contents, { onConflict: 'keepBoth' });
    const count = async () => (await large.list({ limit: 1000 })).memories.length;
    fill(4096 * Number(pages));
    const answered = await large.erase().then(
      ({ bytes }) => bytes,
      ({ code }) => code,
    );
    const left = await count();
    const beside = (await memory.scope('ada').list()).memories.length;
    rmSync(ballast);
    const { records } = await large.erase();
    await large.store({ content: 'A new note' });
    answers.push({ answered, left, beside, records, after: await count() });
    await memory.close();
  }
  return answers;
}

const remount = (how) => {
  const { status, stderr } = spawnSync('mount', ['-o', `remount,${how}`, folder]);
  if (status !== 0) throw new Error(String(stderr));
};

/** The state of the disk at the next open. */
const disks = {
  full: () => fill(0),
  'read-only': () => remount('ro'),
};

/** What can be read from a store that was closed, or killed with writes in its log, and the result of a write. */
async function openings() {
  const answers = [];
  for (const disk of ['full', 'read-only'])
    for (const ended of ['closed', 'killed']) {
      empty();
      const before = await open();
      await before.scope('ada').store({ content: 'Ada likes tea' });
      const log = readFileSync(`${path}-wal`);
      const file = readFileSync(path);
      await before.close();
      if (ended === 'killed') {
        for (const [part, bytes] of [
          [path, file],
          [`${path}-wal`, log],
        ]) {
          const handle = openSync(part, 'w');
          writeSync(handle, bytes);
          closeSync(handle);
        }
      }
      disks[disk]();
      const answer = { disk, ended };
      try {
        const memory = await open();
        const ada = memory.scope('ada');
        answer.found = (await ada.retrieve('tea')).memories.map(({ content }) => content);
        answer.write = await ada.store({ content: 'Ada likes rum' }).then(
          () => 'stored',
          ({ code }) => code,
        );
        await memory.close();
      } catch (error) {
        answer.failed = error.message;
      }
      answers.push(answer);
      if (disk === 'read-only') remount('rw');
    }
  empty();
  await (await open()).close();
  remount('ro');
  const memory = await open();
  const copies = () => readdirSync('/dev/shm').length;
  const copiesWhileOpen = copies();
  await memory.close();
  answers.push({ copiesWhileOpen, copiesLeft: copies() });
  return answers;
}

console.log(JSON.stringify(await { removals, largeErasures, openings }[what]()));
