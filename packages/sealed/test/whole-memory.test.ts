import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory, type Embedder, MnemeError } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { type Keyring, sealedBackend, sealedDocuments } from '../src/index.ts';
import { memoryKeyring } from './memory-keyring.ts';

let folder: string;
let keyring: Keyring;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mneme-sealed-'));
  keyring = memoryKeyring();
});
afterEach(() => rm(folder, { recursive: true }));

const sqlite = (name: string) => sqliteBackend({ path: join(folder, name) });
const open = (name: string) =>
  createMemory({ backend: sealedBackend(sqlite(name), { keyring }), embedder: letterEmbedder });

/** Counts letters in reverse order. */
const otherEmbedder: Embedder = {
  ...letterEmbedder,
  identity: async () => ({ name: 'other', revision: '1', dimensions: 16, pooling: 'none' }),
  embed: async (texts) =>
    texts.map((text) => {
      const vector = new Float32Array(16);
      for (const letter of text) vector[15 - (letter.codePointAt(0)! % 16)]! += 1;
      return vector;
    }),
};

describe('a sealed memory', () => {
  it('changes the embedding model of records and document passages', async () => {
    const memory = await open('memory.db');
    const ada = memory.scope('ada');
    await ada.storeMany(
      ['Ada likes tea', 'The boat is old'].map((content) => ({ content })),
      { onConflict: 'keepBoth' },
    );
    const notes = await ada.stores.open('notes', { create: true });
    const content = `# Boats\n\n${'The mast is new. '.repeat(90)}\n\n# Tea\n\n${'Green, never black. '.repeat(90)}`;
    await notes.write({ path: '/a.md', content });
    await notes.write({ path: '/empty.md', content: '' });
    const report = await memory.reembed({ embedder: otherEmbedder, batchSize: 2 });
    expect(report.embedded).toBeGreaterThan(4);
    const [first] = (await ada.retrieve('The boat is old')).memories;
    expect(first?.content).toBe('The boat is old');
    const { documents } = await notes.search('Green, never black');
    expect(documents[0]?.excerpt).toContain('Green, never black');
    await memory.close();
    const plain = createMemory({
      backend: sealedBackend(sqlite('memory.db'), { keyring }),
      embedder: letterEmbedder,
    });
    await expect(plain).rejects.toMatchObject({ code: 'embedder_mismatch' });
  });

  it('deletes facts based only on a document with it, and keeps those with other evidence', async () => {
    const memory = await open('memory.db');
    const ada = memory.scope('ada');
    const notes = await ada.stores.open('notes', { create: true });
    const plan = await notes.create({ path: '/plan.md', content: 'The launch is in May' });
    const other = await notes.create({ path: '/other.md', content: 'The launch is big' });
    const alone = await ada.store({ content: 'Launch: May', evidence: [plan.id] });
    const both = await ada.store({ content: 'It is big', evidence: [plan.id, other.id] });
    expect(await notes.delete({ id: plan.id })).toMatchObject({
      forgotten: [alone.id],
      kept: [both.id],
    });
    expect((await ada.get(both.id))?.evidence).toEqual([other.id]);
    expect((await ada.stores.delete(notes.id)).forgotten).toEqual([both.id]);
    expect((await ada.list()).memories).toEqual([]);
    await memory.close();
  });

  it('can be checked by the doctor, which finds its problems', async () => {
    const memory = await open('memory.db');
    const ada = memory.scope('ada');
    await ada.storeMany(
      ['Ada likes tea', 'Ada likes tea', 'The boat is old'].map((content) => ({ content })),
      { onConflict: 'keepBoth' },
    );
    await (await ada.stores.open('notes', { create: true })).write({ path: '/a', content: 'tea' });
    const { findings } = await memory.doctor();
    expect(findings.filter(({ kind }) => kind !== 'duplicate')).toEqual([]);
    expect(findings).toMatchObject([{ kind: 'duplicate', count: 1, examples: [{ scope: 'ada' }] }]);
    await memory.close();
  });

  it('shows the doctor which memories cannot be opened, after an erased scope was restored', async () => {
    const memory = await open('memory.db');
    for (const scope of ['ada', 'bo', 'cleo']) await memory.scope(scope).store({ content: 'tea' });
    await memory.scope('bo').stores.open('notes', { create: true });
    await memory.close();
    await copyFile(join(folder, 'memory.db'), join(folder, 'backup.db'));
    const again = await open('memory.db');
    await again.scope('bo').erase();
    await again.close();
    const backup = await open('backup.db');
    const { findings, healthy } = await backup.doctor();
    expect(healthy).toBe(false);
    expect(findings).toMatchObject([{ kind: 'damaged', count: 2 }]);
    for (const { scope, problem } of findings[0]!.examples) {
      expect(scope).toBe('bo');
      expect(problem).toMatch(/sealed with a key that is not in the keyring/);
    }
    await backup.scope('bo').erase();
    expect((await backup.doctor()).healthy).toBe(true);
    await backup.close();
  });

  it('erases documents in a separate document store', async () => {
    const memory = await createMemory({
      backend: sealedBackend(sqlite('records.db'), { keyring }),
      documents: sealedDocuments(sqlite('documents.db'), { keyring }),
      embedder: letterEmbedder,
    });
    const ada = memory.scope('ada');
    await ada.store({ content: 'Ada likes tea' });
    const notes = await ada.stores.open('notes', { create: true });
    await notes.write({ path: '/a', content: 'tea' });
    expect(await ada.erase()).toMatchObject({
      key: 'destroyed',
      counts: { records: 1, stores: 1, documents: 1 },
    });
    expect((await ada.stores.list()).stores).toEqual([]);
    const again = await ada.stores.open('notes', { create: true });
    await again.write({ path: '/b', content: 'rum' });
    expect((await again.read('/b'))?.content).toBe('rum');
    await memory.close();
  });

  it('prunes all scopes, and deletes documents that nobody reads', async () => {
    let now = new Date('2026-03-01T12:00:00Z');
    const memory = await createMemory({
      backend: sealedBackend(sqlite('memory.db'), { keyring }),
      embedder: letterEmbedder,
      clock: () => now,
    });
    for (const scope of ['ada', 'bo']) {
      await memory.scope(scope).store({ content: 'tea', expiresAt: '2026-03-02' });
      const notes = await memory.scope(scope).stores.open('notes', { create: true });
      await notes.write({ path: '/a', content: 'tea' });
    }
    now = new Date('2026-06-01T12:00:00Z');
    await memory.prune({ documentsUnreadForDays: 30 });
    for (const scope of ['ada', 'bo']) {
      expect((await memory.scope(scope).list()).memories).toEqual([]);
      const notes = await memory
        .scope(scope)
        .stores.open('notes')
        .catch((error: unknown) => error);
      expect(
        MnemeError.isInstance(notes) || (await (notes as { list(): Promise<unknown> }).list()),
      ).toBeTruthy();
    }
    await memory.close();
  });
});
