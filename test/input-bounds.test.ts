import { type Embedder, MnemeError } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { describe, expect, it } from 'vitest';
import { openMemory, sharedMemory } from './memory.ts';

const long = 'x'.repeat(1_000_000);
const manyWords = Array.from({ length: 200_000 }, (_, index) => `w${index}`).join(' ');
const id = '01890000-0000-7000-8000-000000000000';
let deep: unknown = 1;
for (let level = 0; level < 4_000; level++) deep = [deep];

const memory = await sharedMemory();

describe('a text that is too long is refused with its field and limit', () => {
  const ada = () => memory.scope('ada');
  const notes = () => ada().stores.open('notes', { create: true });
  const content = 'Ada drinks tea';
  const cases: [string, RegExp, () => Promise<unknown>][] = [
    ['query', /8192/, () => ada().retrieve(manyWords)],
    ['query', /8192/, () => ada().retrieve('中'.repeat(2731))],
    ['query', /8192/, () => ada().whyNot(manyWords, id)],
    ['query', /8192/, async () => (await notes()).search(manyWords)],
    ['reason', /1024/, () => ada().delete(id, { reason: long })],
    ['reason', /1024/, () => ada().store({ content }, { reason: long })],
    [
      'reason',
      /1024/,
      async () => (await notes()).create({ path: '/a', content }, { reason: long }),
    ],
    ['actor', /256/, () => ada().store({ content }, { actor: long })],
    ['tags', /256/, () => ada().store({ content, tags: [long] })],
    ['tags', /100/, () => ada().store({ content, tags: Array<string>(100_000).fill('') })],
    ['tags', /100/, () => ada().list({ tags: Array<string>(101).fill('a') })],
    ['categories', /10000/, () => ada().list({ categories: Array(10_001).fill('episodic') })],
    ['where', /16384/, () => ada().list({ where: { project: long } })],
    ['where', /16384/, () => ada().list({ where: { project: Array(20_000).fill(1) } })],
    ['metadata', /deep/, () => ada().store({ content, metadata: { deep } })],
    [
      'metadata',
      /deep/,
      () =>
        ada().store({
          content,
          metadata: { deep: JSON.parse(`${'['.repeat(70)}${']'.repeat(70)}`) },
        }),
    ],
    ['source', /deep/, () => ada().store({ content, source: { deep } })],
    ['content', /give a string/, () => ada().store({ content: deep as string })],
    ['importance', /integer/, () => ada().store({ content, importance: deep as 1 })],
    ['cursor', /8192/, () => ada().list({ cursor: long })],
    ['cursor', /8192/, () => ada().stores.list({ cursor: long })],
    ['beginning', /256/, () => ada().findIds(long)],
    ['storeId', /256/, () => ada().stores.get(long)],
    ['storeId', /256/, () => ada().stores.delete(long)],
    ['name', /1024/, () => ada().stores.open(long)],
    ['id', /256/, async () => (await notes()).read({ id: long })],
    ['versionId', /256/, async () => (await notes()).version(long)],
    ['documentId', /256/, async () => (await notes()).versions({ documentId: long })],
  ];

  it.each(cases)('%s, %s', async (field, limit, call) => {
    const error = await call().then(
      () => expect.fail('was taken'),
      (reason: unknown) => reason,
    );
    expect(MnemeError.isInstance(error) && error.code).toBe('invalid_input');
    const { faults, message } = error as MnemeError;
    expect(faults.map((fault) => fault.field)).toEqual([field]);
    expect(message).toMatch(limit);
    expect(message.length).toBeLessThan(400);
  });
});

it.each(['embed', 'identity'])('refuses an embedder without %s, and says so', async (method) => {
  const embedder = {
    embed: async () => [],
    identity: async () => ({}),
    [method]: undefined,
  } as unknown as Embedder;
  await expect(openMemory({ embedder })).rejects.toThrow(`embedder has no ${method} function`);
});

it('accepts a query of exactly the limit', async () => {
  await expect(memory.scope('ada').retrieve('x'.repeat(8192))).resolves.toEqual({ memories: [] });
});

it('beyond 10,000 calls at once, further ones are refused with unavailable, and later ones run again', async () => {
  const backend = sqliteBackend({ path: ':memory:' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { get } = backend;
  backend.get = async (...given) => {
    await released;
    return get(...given);
  };
  const busy = await openMemory({ backend });
  const calls = Array.from({ length: 10_000 }, () => busy.scope('ada').get(id));
  await expect(busy.scope('ben').get(id)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('wait for some of them'),
  });
  release();
  expect(new Set(await Promise.all(calls))).toEqual(new Set([undefined]));
  expect(await busy.scope('ben').get(id)).toBeUndefined();
  await busy.close();
});
