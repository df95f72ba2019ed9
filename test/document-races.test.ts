import { createMemory, type Memory, type MemoryBackend, type MemoryOptions } from '@mneme/core';
import type { DocumentCommitRequest } from '@mneme/core/backend';
import { DocumentError, type DocumentStore } from '@mneme/core/documents';
import { inMemoryBackend } from '@mneme/store/memory';
import { describe, expect, it } from 'vitest';

const day = 86_400_000;

/**
 * Two memories that share their documents. Before each write of the first one, after its read, the next entry of
 * `meanwhile` runs once.
 */
async function race(options: Partial<MemoryOptions> = {}) {
  const kept = new Map();
  const clock = { now: Date.parse('2026-03-01T12:00:00Z') };
  const meanwhile: (() => Promise<unknown>)[] = [];
  const commits: DocumentCommitRequest[] = [];
  const open = (backend: MemoryBackend): Promise<Memory> =>
    createMemory({ backend, clock: () => new Date(clock.now), ...options });
  const sound = inMemoryBackend({ kept });
  const writing = ['commit', 'putStore', 'removeStore', 'redact'];
  const documents = new Proxy(sound.documents, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]) => {
        if (writing.includes(String(key))) await meanwhile.shift()?.();
        if (key === 'commit') commits.push(given[0] as DocumentCommitRequest);
        return value.apply(target, given);
      };
    },
  });
  const first = await open({ ...sound, documents });
  const second = await open(inMemoryBackend({ kept }));
  const stores = first.scope('user:ada').stores;
  const others = second.scope('user:ada').stores;
  const notes = await stores.create({ name: 'notes' });
  return { clock, meanwhile, commits, stores, others, store: notes, other: others.at(notes.id) };
}

async function reasonOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => 'it resolved',
    (reason: unknown) => reason,
  );
  return DocumentError.isInstance(error) ? error.reason : String(error);
}

async function numbersOf(store: DocumentStore): Promise<number[]> {
  return (await store.versions()).versions.map(({ number }) => number);
}

describe('a concurrent writer', () => {
  it('overwrites the other’s content without a precondition, and both are versions', async () => {
    const { store, other, meanwhile } = await race();
    await store.create({ path: '/a', content: '1' });
    meanwhile.push(() => other.update('/a', { content: '2' }));
    await store.update('/a', { content: '3' });
    expect((await store.read('/a'))?.content).toBe('3');
    expect(await numbersOf(store)).toEqual([3, 2, 1]);
  });

  it('is refused with a precondition', async () => {
    const { store, other, meanwhile } = await race();
    const { contentSha256 } = await store.create({ path: '/a', content: '1' });
    meanwhile.push(() => other.update('/a', { content: '2' }));
    const precondition = { type: 'content_sha256', contentSha256 } as const;
    const update = store.update('/a', { content: '3', precondition });
    expect(await reasonOf(update)).toBe('precondition_failed');
    expect((await store.read('/a'))?.content).toBe('2');
  });

  it('adds no version if the other wrote the same content', async () => {
    const { store, other, meanwhile } = await race();
    const { contentSha256 } = await store.create({ path: '/a', content: '1' });
    meanwhile.push(() => other.update('/a', { content: '2' }));
    const precondition = { type: 'content_sha256', contentSha256 } as const;
    expect(await store.update('/a', { content: '2', precondition })).toMatchObject({
      content: '2',
    });
    expect(await numbersOf(store)).toEqual([2, 1]);
  });

  it('is refused if the other takes its path, or one above or below it', async () => {
    for (const path of ['/a', '/a/b', '/a/b/c']) {
      const { store, other, meanwhile } = await race();
      await store.create({ path: '/other', content: '' });
      meanwhile.push(() => other.create({ path, content: '' }));
      expect(await reasonOf(store.create({ path: '/a/b', content: '' }))).toBe('path_conflict');
      meanwhile.push(() => other.create({ path: '/x', content: '' }));
      expect(await reasonOf(store.update('/other', { path: '/x/y' }))).toBe('path_conflict');
    }
  });

  it('finds a document that the other renamed by its id, not by its old path', async () => {
    const { store, other, meanwhile } = await race();
    const { id } = await store.create({ path: '/a', content: '1' });
    meanwhile.push(() => other.update('/a', { path: '/b' }));
    expect(await store.update({ id }, { content: '2' })).toMatchObject({ path: '/b' });
    meanwhile.push(() => other.update('/b', { path: '/c' }));
    await expect(store.update('/b', { content: '3' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('is refused if the other archives the store', async () => {
    const { store, others, meanwhile } = await race();
    meanwhile.push(() => others.archive(store.id));
    expect(await reasonOf(store.create({ path: '/a', content: '' }))).toBe('archived');
  });

  it('gets not_found if the other deletes the store', async () => {
    const { store, others, meanwhile } = await race();
    meanwhile.push(() => others.delete(store.id));
    await expect(store.create({ path: '/a', content: '' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('does not exceed the limits of the scope', async () => {
    const { store, other, meanwhile } = await race({
      documentLimits: { documentsPerScope: 2, bytesPerScope: 10 },
    });
    await store.create({ path: '/a', content: '1' });
    meanwhile.push(() => other.create({ path: '/b', content: '1' }));
    expect(await reasonOf(store.create({ path: '/c', content: '1' }))).toBe('limit');
    meanwhile.push(() => other.update('/b', { content: '12345' }));
    expect(await reasonOf(store.update('/a', { content: '123456' }))).toBe('limit');
    expect((await store.read('/a'))?.content).toBe('1');
  });

  it('can restore a document that the other restored and changed', async () => {
    const { store, other, meanwhile } = await race();
    const { id, versionId } = await store.create({ path: '/a', content: '1' });
    await store.delete('/a');
    meanwhile.push(async () => {
      await other.restore(versionId);
      await other.update({ id }, { path: '/b', content: '2' });
    });
    expect(await store.restore(versionId)).toMatchObject({ id, path: '/b', content: '1' });
    expect((await store.list()).items).toHaveLength(1);
  });

  it('moves a folder completely or not at all', async () => {
    const { store, other, meanwhile } = await race();
    const made = [];
    for (const name of ['1', '2', '3'])
      made.push(await store.create({ path: `/a/${name}`, content: name }));
    const moves = made.map(({ id }, index) => ({ rename: id, to: `/b/${index}` }));
    meanwhile.push(() => other.delete('/a/3'));
    await expect(store.changeMany(moves)).rejects.toMatchObject({ code: 'not_found' });
    expect((await store.list({ pathPrefix: '/b/' })).items).toEqual([]);
    await store.changeMany(moves.slice(0, 2));
    expect((await store.list({ pathPrefix: '/b/' })).items).toHaveLength(2);
  });

  it('does not retry if the other writes other documents', async () => {
    const { store, other, meanwhile, commits } = await race();
    await store.create({ path: '/a', content: '1' });
    commits.length = 0;
    meanwhile.push(async () => {
      for (let index = 0; index < 20; index++)
        await other.create({ path: `/other/${index}`, content: 'x' });
    });
    await store.update('/a', { content: '2' });
    expect(commits).toHaveLength(1);
  });

  it('fails with conflict after 100 lost races', async () => {
    const { store, other, meanwhile, commits } = await race();
    await store.create({ path: '/a', content: 'first' });
    const before = commits.length;
    for (let index = 0; index < 200; index++)
      meanwhile.push(() => other.update('/a', { content: `${index}` }));
    await expect(store.update('/a', { content: 'mine' })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(commits.length - before).toBe(100);
    meanwhile.length = 0;
  });
});

describe('a store', () => {
  it('of one name is created once by concurrent calls', async () => {
    const { stores, others, meanwhile } = await race();
    meanwhile.push(() => others.open('shared', { create: true }));
    const { id } = await stores.open('shared', { create: true });
    expect((await others.open('shared')).id).toBe(id);
    expect((await stores.list()).stores).toHaveLength(2);
  });

  it('applies both of two concurrent updates', async () => {
    const { stores, others, store, meanwhile } = await race();
    meanwhile.push(() => others.update(store.id, { metadata: { b: '2' } }));
    const after = await stores.update(store.id, { metadata: { a: '1' } });
    expect(after).toMatchObject({ metadata: { a: '1', b: '2' }, version: 3 });
    expect(await stores.get(store.id)).toEqual(after);
  });
});

describe('redaction', () => {
  it('happens once in concurrent calls, and both return its result', async () => {
    const { store, other, meanwhile } = await race();
    const { versionId } = await store.create({ path: '/a', content: '1' });
    await store.update('/a', { content: '2' });
    const by = (userId: string) => ({ actor: { type: 'user_actor', userId } as const });
    meanwhile.push(() => other.redact(versionId, by('bob')));
    const version = await store.redact(versionId, by('ada'));
    expect(version).toMatchObject({ redactedBy: { userId: 'bob' } });
    const { bytes, bytesReason, ...left } = version;
    expect(bytes).toBe('pending');
    expect(bytesReason).toBeTruthy();
    expect(await store.version(versionId)).toEqual(left);
  });
});

describe('expiry', () => {
  it('keeps documents that are read or written meanwhile', async () => {
    const { store, other, stores, meanwhile, clock } = await race();
    for (const path of ['/read', '/written', '/old']) await store.create({ path, content: '1' });
    clock.now += 40 * day;
    meanwhile.push(
      () => other.read('/read'),
      () => other.update('/written', { content: '2' }),
    );
    const report = await stores.expire({ unreadForDays: 30 });
    expect(report.documents).toHaveLength(1);
    expect((await store.list()).items).toMatchObject([{ path: '/read' }, { path: '/written' }]);
  });

  it('keeps an empty store that gets a document meanwhile', async () => {
    const { store, other, stores, meanwhile, clock } = await race();
    clock.now += 40 * day;
    meanwhile.push(() => other.create({ path: '/a', content: '1' }));
    const report = await stores.expire({ unreadForDays: 30 });
    expect(report.stores).toEqual([]);
    expect((await store.read('/a'))?.content).toBe('1');
  });
});
