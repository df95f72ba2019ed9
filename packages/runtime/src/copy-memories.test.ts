import { createMemory, type Memory } from '@mneme/core';
import { notePut, readNotes, sessionNote } from '@mneme/core/faces';
import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { jsonLines, streamOf } from '../test/open-test-memory.ts';
import { copyMemories } from './copy-memories.ts';
import { exportRecords, importRecords } from './record-lines.ts';

const now = '2030-01-01T00:00:00.000Z';
const sessions = ['monday', 'tuesday'];
const place = { scope: 'ada', names: sessions.map(sessionNote) };

let from: ReturnType<typeof sqliteBackend>;
let to: ReturnType<typeof sqliteBackend>;
let memory: Memory;
beforeEach(async () => {
  from = sqliteBackend({ path: ':memory:' });
  to = sqliteBackend({ path: ':memory:' });
  memory = await createMemory({ backend: from, embedder: letterEmbedder, extractor: 'none' });
  for (const session of sessions)
    await memory.scope('ada').episodes.append([{ content: `It is ${session}` }], { session });
});
afterEach(async () => {
  await from.close();
  await to.close();
});

async function keep(backend: typeof from, session: string, content: string): Promise<void> {
  const [state] = await readNotes(backend, { scope: 'ada', names: [sessionNote(session)] });
  const version = state?.version ?? 0;
  const put = notePut(
    { scope: 'ada', session, now },
    { id: state?.id ?? '', version, content, data: { readTo: 3 } },
  );
  const request = { scope: 'ada', removals: [], audit: [], puts: [put] };
  const expected = [{ id: put.record.id, version }];
  expect(await backend.commit({ ...request, expect: expected })).toMatchObject({ committed: true });
}

it('a copy includes the position up to which each session was read, and its summary', async () => {
  await keep(from, 'monday', 'A day of rain');
  await copyMemories({ from, to });
  expect(await readNotes(to, place)).toMatchObject([
    { version: 1, content: 'A day of rain', data: { readTo: 3 } },
    { version: 0 },
  ]);
});

it('a copy does not overwrite the session state of the target', async () => {
  await copyMemories({ from, to });
  await keep(to, 'monday', 'A newer one');
  await keep(from, 'monday', 'An older one');
  await copyMemories({ from, to });
  expect((await readNotes(to, place))[0]?.content).toBe('A newer one');
});

it('a copy and an export of records take along what was forgotten', async () => {
  const learn = async (backend: typeof from) => {
    const opened = await createMemory({
      backend,
      embedder: letterEmbedder,
      clock: () => new Date(now),
    });
    const said = [{ speaker: 'user', content: 'I am allergic to shellfish and soy sauce.' }];
    const { learned } = await opened.scope('ada').episodes.append(said, { session: 'friday' });
    return { ada: opened.scope('ada'), learned };
  };
  const { ada, learned } = await learn(from);
  await ada.delete(learned[0] as string);
  const restored = sqliteBackend({ path: ':memory:' });
  const exported: object[] = [];
  for await (const line of exportRecords(from)) exported.push(line);
  const lines = jsonLines(...exported);
  expect(lines).not.toContain('shellfish');
  await importRecords(restored, streamOf(lines, { chunkBytes: 4096 }));
  expect((await learn(restored)).learned).toEqual([]);
  await restored.close();
  await copyMemories({ from, to });
  expect((await learn(to)).learned).toEqual([]);
});

/** Scopes with records of two pages and their history, documents with their versions, and keys. */
async function fill(): Promise<void> {
  const ada = memory.scope('ada');
  const inputs = Array.from({ length: 300 }, (_, index) => ({
    content: `Tree ${index} is ${index}`,
  }));
  const [first] = await ada.storeMany(inputs, { onConflict: 'keepBoth' });
  await ada.update(first!.id, { content: 'Tree 0 was felled' });
  await ada.delete((await ada.store({ content: 'A slip of the tongue' })).id);
  await memory.scope('bob').store({ content: 'Prefers tea' });
  const papers = await ada.stores.open('papers', { create: true });
  const { id } = await papers.create({ path: '/plan.md', content: 'one' });
  await papers.create({ path: '/gone.md', content: 'soon' });
  await papers.delete('/gone.md');
  for (const content of ['a secret', 'three 🚀']) await papers.update(id, { content });
  await papers.read('/plan.md');
  const { versions } = await papers.versions({ documentId: id });
  await papers.redact(versions[1]!.id);
  for (const scope of ['ada', 'bob'])
    await from.keys.addKey({
      ...{ id: `key_${scope}`, hash: scope.repeat(20), scope, access: 'read_only', createdAt: now },
    });
  await from.keys.revokeKey('key_ada', now);
}

/** What a user sees of a backend. */
async function contentsOf(backend: typeof from) {
  const { rows } = await backend.scan({ scope: 'ada', limit: 1000 });
  const ids = rows.map(({ id }) => id);
  const stored = await backend.get('ada', ids, { vectors: true });
  const opened = await createMemory({ backend, embedder: letterEmbedder, extractor: 'none' });
  const ada = opened.scope('ada');
  const { memories } = await ada.list({ limit: 1000, includeSuperseded: true });
  const papers = await ada.stores.open('papers');
  const { versions } = await papers.versions();
  const place = { scope: 'ada', storeId: papers.id };
  return {
    memories,
    vectors: stored.map(({ vector }) => vector),
    lastRead: (await backend.documents.getDocument({ ...place, key: { path: '/plan.md' } }))
      ?.lastReadAt,
    found: (await ada.retrieve('tree 250')).memories.map(({ id }) => id),
    texts: [await papers.read('/plan.md'), await papers.read('/gone.md')],
    versions,
    keys: await backend.keys.listKeys(undefined),
  };
}

it('a copy that was cut off twice is continued, and has all that the source has', async () => {
  await fill();
  const cut = () => {
    throw new Error('cut off');
  };
  await expect(copyMemories({ from, to, onProgress: cut })).rejects.toThrow('cut off');
  await expect(copyMemories({ from, to, onDocuments: cut })).rejects.toThrow('cut off');
  const report = await copyMemories({ from, to });
  expect(report).toMatchObject({
    scopes: [
      { scope: 'ada', records: 303, known: 303, auditLines: expect.any(Number) },
      { scope: 'bob', records: 1, known: 1 },
    ],
    documents: { stores: 1, documents: 1, versions: 5 },
    keys: 2,
    left: [],
  });
  expect(await contentsOf(to)).toEqual(await contentsOf(from));
  const all = { scope: 'ada', limit: 1000 };
  expect(await to.audit(all)).toEqual(expect.arrayContaining(await from.audit(all)));
});

it('a copy of one scope leaves out the others, and their keys', async () => {
  await fill();
  const { scopes, keys } = await copyMemories({ from, to, scopes: ['bob'] });
  expect([scopes.map(({ scope }) => scope), keys]).toEqual([['bob'], 1]);
  expect(await to.scopes()).toEqual(['bob']);
});

it('a repeated copy removes what the source has removed since, and nothing else of the target', async () => {
  const ada = memory.scope('ada');
  const { id } = await ada.store({ content: 'A slip of the tongue' });
  await ada.store({ content: 'The harbour is deep' });
  await copyMemories({ from, to });
  await ada.delete(id);
  await ada.prune({ maxRecords: 3 });
  const report = await copyMemories({ from, to });
  expect(report.scopes).toMatchObject([{ records: 3, removed: 1 }]);
  expect((await to.stats('ada', now)).current).toBe(3);
  expect((await copyMemories({ from, to })).scopes).toMatchObject([{ removed: 0 }]);
});

it('a prune removes the note on a session with its last turn, unless the note has a summary', async () => {
  await keep(from, 'monday', '');
  await keep(from, 'tuesday', 'A day of rain');
  await memory.scope('ada').prune({ maxRecords: 0 });
  expect(await readNotes(from, place)).toMatchObject([
    { version: 0 },
    { version: 1, content: 'A day of rain' },
  ]);
});
