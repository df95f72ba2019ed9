import { createMemory, type Embedder, type Memory } from '@mneme/core';
import { DocumentError, type StoreFile } from '@mneme/core/documents';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sqliteBackend } from '../src/index.ts';

const axes = ['tea', 'train', 'money'];
/** A vector counts three words; "brew" means tea. */
const embedder: Embedder = {
  identity: async () => ({ name: 'axes', revision: '1', dimensions: 3, pooling: 'none' }),
  embed: async (texts) =>
    texts.map((text) =>
      Float32Array.from(axes, (axis) => Number(text.replaceAll('brew', 'tea').includes(axis))),
    ),
};

let memory: Memory;
let now = Date.parse('2026-03-01T00:00:00Z');

beforeEach(async () => {
  now = Date.parse('2026-03-01T00:00:00Z');
  memory = await createMemory({
    backend: sqliteBackend({ path: ':memory:' }),
    embedder,
    clock: () => new Date(now),
  });
});

afterEach(() => memory.close());

function notes() {
  return memory.scope('user:ada').stores.open('notes', { create: true });
}

/** The DocumentError that a promise rejects with. */
async function documentError(promise: Promise<unknown>): Promise<DocumentError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!DocumentError.isInstance(error)) throw new Error(`no DocumentError: ${String(error)}`);
  return error;
}

describe('stores', () => {
  it('are opened by name and by id', async () => {
    const first = await notes();
    expect((await notes()).id).toBe(first.id);
    expect((await memory.scope('user:ada').stores.open(first.id)).info.name).toBe('notes');
    await expect(memory.scope('user:bob').stores.open(first.id)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(memory.scope('user:ada').stores.open('other')).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('may have equal names, and are listed newest first', async () => {
    const { stores } = memory.scope('user:ada');
    const one = await stores.create({ name: 'same', description: 'first', metadata: { a: '1' } });
    const two = await stores.create({ name: 'same' });
    const page = await stores.list({ limit: 1 });
    expect(page.stores.map(({ id }) => id)).toEqual([two.id]);
    const next = await stores.list({ limit: 1, cursor: page.nextCursor });
    expect(next.stores.map(({ id }) => id)).toEqual([one.id]);
    expect(next.nextCursor).toBeUndefined();
    await expect(stores.list({ cursor: 'x' })).rejects.toMatchObject({ field: 'cursor' });
  });

  it('refuse bad names, descriptions and metadata', async () => {
    const { stores } = memory.scope('user:ada');
    for (const [input, field] of [
      [{ name: '' }, 'name'],
      [{ name: 'a\nb' }, 'name'],
      [{ name: 'x'.repeat(256) }, 'name'],
      [{ name: 'a', description: 'x'.repeat(1025) }, 'description'],
      [{ name: 'a', metadata: { '': 'x' } }, 'metadata'],
      [{ name: 'a', metadata: { ['k'.repeat(65)]: 'x' } }, `metadata.${'k'.repeat(64)}`],
      [{ name: 'a', metadata: { k: 'v'.repeat(513) } }, 'metadata.k'],
      [{ name: 'a', metadata: { k: null as never } }, 'metadata.k'],
      [
        { name: 'a', metadata: Object.fromEntries(Array.from({ length: 17 }, (_, i) => [i, ''])) },
        'metadata',
      ],
    ] as const) {
      await expect(stores.create(input)).rejects.toMatchObject({ code: 'invalid_input', field });
    }
    await stores.create({ name: '名'.repeat(255) });
  });

  it('are archived permanently: reads work, writes are refused, documents can still be deleted', async () => {
    const store = await notes();
    await store.create({ path: '/a', content: 'x' });
    await memory.scope('user:ada').stores.archive(store.id);
    expect((await store.read('/a'))?.content).toBe('x');
    expect((await documentError(store.create({ path: '/b', content: '' }))).reason).toBe(
      'archived',
    );
    const update = memory.scope('user:ada').stores.update(store.id, { name: 'new' });
    expect((await documentError(update)).code).toBe('read_only');
    await store.delete('/a');
  });
});

describe('a document store', () => {
  it('creates, reads, updates and deletes, by path and by id', async () => {
    const store = await notes();
    const created = await store.create({ path: '/plan.md', content: 'Ship on Friday' });
    expect(created).toMatchObject({
      path: '/plan.md',
      content: 'Ship on Friday',
      contentSizeBytes: 14,
    });
    expect(created.id).toMatch(/^mem_[0-9a-f]{32}$/);
    expect(await store.read('/plan.md')).toEqual(created);
    now += 1000;
    const updated = await store.update(created.id, {
      content: 'Ship on Monday',
      precondition: { type: 'content_sha256', contentSha256: created.contentSha256 },
    });
    expect(updated).toMatchObject({ id: created.id, content: 'Ship on Monday' });
    expect(updated.versionId).not.toBe(created.versionId);
    const renamed = await store.update('/plan.md', { path: '/done/plan.md' });
    expect(renamed).toMatchObject({
      id: created.id,
      path: '/done/plan.md',
      content: 'Ship on Monday',
    });
    await store.delete({ id: created.id });
    expect(await store.read(created.id)).toBeUndefined();
    await expect(store.delete('/done/plan.md')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('refuses contents that are too large, and unpaired surrogates', async () => {
    const store = await notes();
    await store.create({ path: '/full', content: 'é'.repeat(51_200) });
    for (const content of [
      'é'.repeat(51_201),
      'x'.repeat(102_401),
      '\ud800',
      5 as unknown as string,
    ]) {
      await expect(store.create({ path: '/a', content })).rejects.toMatchObject({
        field: 'content',
      });
    }
  });

  it('restores a version, and a deleted document under its id', async () => {
    const store = await notes();
    const first = await store.create({ path: '/a', content: 'one' });
    await store.update('/a', { content: 'two' });
    const restored = await store.restore(first.versionId);
    expect(restored).toMatchObject({ id: first.id, content: 'one' });
    await store.delete('/a');
    const back = await store.restore(first.versionId);
    expect(back).toMatchObject({ id: first.id, path: '/a', content: 'one' });
    const { versions } = await store.versions({ documentId: first.id });
    expect(versions.map(({ number, operation }) => [number, operation])).toEqual([
      [5, 'created'],
      [4, 'deleted'],
      [3, 'modified'],
      [2, 'modified'],
      [1, 'created'],
    ]);
  });

  it('diffs two versions', async () => {
    const store = await notes();
    const one = await store.create({ path: '/a', content: 'a\nb\nc\n' });
    const two = await store.update('/a', { content: 'a\nB\nc\n' });
    const diff = await store.diff(one.versionId, two.versionId);
    expect(diff).toMatchObject({ added: 1, removed: 1 });
    expect(diff?.patch).toContain('-b\n+B\n');
  });

  it('answers undefined to a read of a version that is not there, and refuses a change of it', async () => {
    const store = await notes();
    const { versionId } = await store.create({ path: '/a', content: 'a' });
    const gone = 'memver_00000000000000000000000000000000';
    expect(await store.version(gone)).toBeUndefined();
    expect(await store.diff(versionId, gone)).toBeUndefined();
    expect(await store.diff(gone, versionId)).toBeUndefined();
    for (const change of [store.restore(gone), store.redact(gone)])
      await expect(change).rejects.toMatchObject({ code: 'not_found' });
  });

  it('redacts versions that are not current', async () => {
    const store = await notes();
    const one = await store.create({ path: '/a', content: 'one' });
    expect((await documentError(store.redact(one.versionId))).reason).toBe('head_version');
    await store.update('/a', { content: 'two' });
    const redacted = await store.redact(one.versionId);
    expect(redacted).not.toHaveProperty('content');
    await expect(store.restore(one.versionId)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('finds documents by words and by meaning, immediately', async () => {
    const store = await notes();
    await store.create({
      path: '/drink.md',
      content: `${'filler line\n'.repeat(200)}Ada drinks green tea at four.`,
    });
    await store.create({ path: '/trip.md', content: 'The train leaves at nine.' });
    const [found] = (await store.search('green')).documents;
    expect(found).toMatchObject({ path: '/drink.md' });
    expect(found?.excerpt).toContain('green tea');
    expect(found?.line).toBeGreaterThan(1);
    expect((await store.search('brew')).documents[0]?.path).toBe('/drink.md');
    await store.delete('/drink.md');
    expect((await store.search('green')).documents.map(({ path }) => path)).not.toContain(
      '/drink.md',
    );
  });

  it('exports and imports', async () => {
    const store = await notes();
    await store.create({ path: '/a/b', content: 'one' });
    await store.create({ path: '/c', content: 'two' });
    const files: StoreFile[] = [];
    for await (const file of store.export()) files.push(file);
    expect(files).toEqual([
      { path: '/a/b', content: 'one' },
      { path: '/c', content: 'two' },
    ]);
    const other = await memory.scope('user:bob').stores.open('copy', { create: true });
    expect(await other.import(files)).toEqual({ created: 2, changed: 0, unchanged: 0 });
    expect(await other.import(files)).toEqual({ created: 0, changed: 0, unchanged: 2 });
  });

  it('names the actor of each change', async () => {
    const store = (await notes()).as({ type: 'session_actor', sessionId: 'sesn_1' });
    await store.create({ path: '/a', content: '' });
    await store.delete('/a', { actor: { type: 'user_actor', userId: 'user_1' } });
    const { versions } = await store.versions();
    expect(versions.map(({ createdBy }) => createdBy)).toEqual([
      { type: 'user_actor', userId: 'user_1' },
      { type: 'session_actor', sessionId: 'sesn_1' },
    ]);
  });
});

describe('forgetting', () => {
  it('expires documents that nobody reads, and keeps the others', async () => {
    const store = await notes();
    await store.create({ path: '/old', content: '' });
    await store.create({ path: '/read', content: '' });
    now += 20 * 86_400_000;
    await store.read('/read');
    now += 20 * 86_400_000;
    const options = { documentsUnreadForDays: 30 };
    const plan = await memory.prune({ ...options, dryRun: true });
    expect(plan.documents?.documents).toHaveLength(1);
    expect(await store.read('/old')).toBeDefined();
    now += 40 * 86_400_000;
    await store.read('/read');
    const report = await memory.prune(options);
    expect(report.documents?.documents).toHaveLength(1);
    expect(await store.read('/old')).toBeUndefined();
    expect(await store.read('/read')).toBeDefined();
  });

  it('erases the stores of a scope with it', async () => {
    const store = await notes();
    await store.create({ path: '/a', content: 'x' });
    await memory.scope('user:ada').erase();
    await expect(store.read('/a')).rejects.toMatchObject({ code: 'not_found' });
    expect((await memory.scope('user:ada').stores.list()).stores).toEqual([]);
  });
});
