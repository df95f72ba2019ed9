import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory, type Embedder, type Logger } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { inFile } from '../../kv-backend/test/in-file.ts';
import { jsonLines, streamOf } from '../test/open-test-memory.ts';
import { recordOf } from '../test/record-of.ts';
import { importRecords } from './record-lines.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mneme-pending-'));
  path = join(folder, 'memory.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (options: { embedder?: Embedder; logger?: Logger } = {}) =>
  createMemory({ backend: sqliteBackend({ path }), embedder: letterEmbedder, ...options });

/** As `mneme import --records` does with an export without an embedder. */
async function importWithoutVectors(...records: object[]): Promise<void> {
  const backend = sqliteBackend({ path });
  const lines = [{ mneme: 'records', version: 1 }, ...records.map((record) => ({ record }))];
  await importRecords(backend, streamOf(jsonLines(...lines), { chunkBytes: 4096 }), {});
  await backend.close();
}

/** Words that are not in the text, made of its letters: only a vector finds it. */
async function foundByMeaning(letters: string): Promise<string[]> {
  const memory = await open();
  const { memories } = await memory.scope('ada').retrieve(letters, { explain: true });
  await memory.close();
  return memories.map(({ content }) => content);
}

it('records imported without vectors block nobody, and get vectors when the memory is opened', async () => {
  const before = await open();
  await before.scope('ada').store({ content: 'zzz www' });
  await before.close();
  await importWithoutVectors(recordOf(1, 'abc abd'), recordOf(2, 'The harbour is deep'));
  expect((await foundByMeaning('cab dab'))[0]).toBe('abc abd');
  const memory = await open();
  expect(await memory.doctor()).toMatchObject({ healthy: true });
  await memory.close();
});

it('a store filled without an embedder accepts one later', async () => {
  await importWithoutVectors(recordOf(1, 'abc abd'));
  const plain = await createMemory({ backend: sqliteBackend({ path }) });
  const store = await plain.scope('ada').stores.create({ name: 'notes' });
  await store.create({ path: '/a', content: 'xyz xyw' });
  await plain.close();
  expect((await foundByMeaning('cab dab'))[0]).toBe('abc abd');
  const memory = await open();
  const notes = await memory.scope('ada').stores.open('notes');
  const { documents } = await notes.search('zyx wyx');
  expect(documents.map((document) => document.path)).toEqual(['/a']);
  await memory.close();
});

it('replacing the text of a record without a vector removes its old vector', async () => {
  await importWithoutVectors(recordOf(1, 'abc abd'), recordOf(2, 'mno mnp'));
  expect((await foundByMeaning('cab dab'))[0]).toBe('abc abd');
  await importWithoutVectors(recordOf(1, 'xyz xyw'));
  expect((await foundByMeaning('zyx wyx'))[0]).toBe('xyz xyw');
});

it('importing the same file again adds nothing, although the records now have vectors', async () => {
  await importWithoutVectors(recordOf(1, 'abc abd'));
  expect((await foundByMeaning('cab dab'))[0]).toBe('abc abd');
  const backend = sqliteBackend({ path });
  const lines = jsonLines({ mneme: 'records', version: 1 }, { record: recordOf(1, 'abc abd') });
  expect(await importRecords(backend, streamOf(lines, { chunkBytes: 4096 }), {})).toEqual({
    records: 1,
    known: 1,
  });
  await backend.close();
});

it('a failing embedder does not prevent opening the memory', async () => {
  await importWithoutVectors(recordOf(1, 'abc abd'));
  const warn = vi.fn();
  const embed = () => Promise.reject(new Error('no model'));
  const memory = await open({
    embedder: { ...letterEmbedder, embed },
    logger: { debug: () => {}, warn },
  });
  expect((await memory.scope('ada').list()).memories).toHaveLength(1);
  expect(warn).toHaveBeenCalledOnce();
  await memory.close();
  expect((await foundByMeaning('cab dab'))[0]).toBe('abc abd');
});

it('a damaged record keeps only its own vector pending', async () => {
  await importWithoutVectors(recordOf(1, 'abc abd'), recordOf(2, 'mno mnp'));
  await inFile(path, (database) =>
    database.exec(`UPDATE records SET body = replace(body, 'mno mnp', 'mno mnq')`),
  );
  const memory = await open();
  const id = recordOf(1, '').id;
  expect((await memory.scope('ada').get(id))?.content).toBe('abc abd');
  await memory.close();
  const vectors = await inFile(path, (database) =>
    database.prepare('SELECT count(*) AS vectors FROM vectors').get(),
  );
  expect(vectors).toEqual({ vectors: 1 });
});

it('a faulty index entry does not prevent reading the records', async () => {
  const before = await open();
  const { id } = await before.scope('ada').store({ content: 'abc abd', tags: ['tea'] });
  await before.scope('ada').store({ content: 'mno mnp' });
  await before.close();
  await inFile(path, (database) => database.exec('DELETE FROM facets'));
  const memory = await open();
  expect((await memory.scope('ada').list()).memories).toHaveLength(2);
  expect((await memory.doctor({ fix: true })).healthy).toBe(true);
  const { memories } = await memory.scope('ada').list({ tags: ['tea'] });
  expect(memories.map((memory) => memory.id)).toEqual([id]);
  await memory.close();
});
