import { type Memory, MnemeError } from '@mneme/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../tools/own-process.mjs';
import { anyQdrant, type QdrantServer, whyNoQdrant } from '../../../tools/qdrant-server.mjs';
import { bareClient, dropCollection, newCollectionName } from './collections.ts';
import { type FaultProxy, faultProxy } from './fault-proxy.ts';
import { openMemory } from './support.ts';

const reason = whyNoQdrant();
const timeoutMs = 1500;

async function failureOf(work: Promise<unknown>): Promise<MnemeError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!MnemeError.isInstance(error)) throw new Error(`expected a MnemeError, got ${String(error)}`);
  return error;
}

describe.skipIf(reason)(`Qdrant when things fail${reason ? ` [skipped: ${reason}]` : ''}`, () => {
  let server: QdrantServer;
  let proxy: FaultProxy;
  let memory: Memory;
  const collection = newCollectionName();

  beforeAll(async () => {
    server = await anyQdrant();
    await (await openMemory(server, { collection, timeoutMs: 30_000 })).close();
  });
  beforeEach(async () => {
    proxy = await faultProxy(server.url);
    memory = await openMemory({ url: proxy.url, apiKey: server.apiKey }, { collection, timeoutMs });
  });
  afterEach(async () => {
    proxy.fault = undefined;
    await memory.close();
    await proxy.close();
  });
  afterAll(async () => {
    await dropCollection(server, collection);
    await server.stop();
  });

  const ada = () => memory.scope('ada');
  const isWrite = ({ path }: { path: string }) => path.includes('/points/batch');

  it('a missing server at start is reported as unavailable, with its URL', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const error = await failureOf(
      openMemory({ url, apiKey: 'secret-key' }, { collection, timeoutMs }),
    );
    expect(error.code).toBe('unavailable');
    expect(error.message).toContain(url);
    expect(error.message).not.toContain('secret-key');
  });

  it('a failing request is repeated only within the limit', async () => {
    proxy.fault = () => ({ kind: 'cut' });
    const requests = async (limit: number) => {
      proxy.seen.length = 0;
      const { apiKey } = server;
      await failureOf(openMemory({ url: proxy.url, apiKey }, { collection, timeoutMs: limit }));
      return proxy.seen.length;
    };
    expect(await requests(150)).toBeLessThanOrEqual(3);
    expect(await requests(30_000)).toBe(5);
  });

  it('a server that does not answer causes a timeout, and is not asked again', async () => {
    proxy.fault = () => ({ kind: 'hang' });
    proxy.seen.length = 0;
    const error = await failureOf(ada().retrieve('seats'));
    expect(proxy.seen).toHaveLength(1);
    expect(error.code).toBe('timeout');
    expect(error.message).toContain('timeoutMs');
  });

  it.each([
    [429, 'Too many requests', 'busy'],
    [500, 'Service internal error', 'unavailable'],
    [503, 'Service unavailable', 'unavailable'],
    [500, 'No space left on device (os error 28)', 'storage_full'],
    [401, 'Must provide an API key', 'unavailable'],
    [403, 'Forbidden: global write access is required', 'read_only'],
    [413, 'Payload too large', 'invalid_input'],
  ] as const)(
    'HTTP %i "%s" on a write is %s, and nothing is stored',
    async (status, detail, code) => {
      const before = (await ada().stats()).current;
      proxy.fault = (request) =>
        isWrite(request) ? { kind: 'status', status, error: detail } : undefined;
      const error = await failureOf(ada().store({ content: `Refused with ${status} ${detail}` }));
      expect(error.code).toBe(code);
      expect(error.message).toContain(proxy.url);
      proxy.fault = undefined;
      expect((await ada().stats()).current).toBe(before);
    },
  );

  it('a temporary failure is retried, after the delay that the server asks for', async () => {
    let failures = 0;
    proxy.fault = (request) =>
      isWrite(request) && failures++ < 2
        ? { kind: 'status', status: 429, error: 'slow down', headers: { 'retry-after': '0' } }
        : undefined;
    const { id } = await ada().store({ content: 'Stored at the third try' });
    expect(failures).toBe(3);
    expect(await ada().get(id)).toBeDefined();
  });

  it('a permanent refusal is not retried', async () => {
    proxy.fault = (request) =>
      isWrite(request) ? { kind: 'status', status: 403, error: 'Forbidden' } : undefined;
    proxy.seen.length = 0;
    await failureOf(ada().store({ content: 'Never stored' }));
    expect(proxy.seen.filter((path) => path.includes('/points/batch'))).toHaveLength(1);
  });

  it.each(['cut', 'loseAnswer', 'halfAnswer'] as const)(
    'a connection that breaks during a write (%s) leaves one record',
    async (kind) => {
      let broken = 0;
      proxy.fault = (request) => (isWrite(request) && broken++ === 0 ? { kind } : undefined);
      const content = `Stored although the connection broke: ${kind}`;
      const { id, outcome } = await ada().store({ content, onConflict: 'keepBoth' });
      expect([outcome, broken]).toEqual(['created', 2]);
      const { memories } = await ada().list({ limit: 100 });
      expect(
        memories.filter((record) => record.content === content).map((record) => record.id),
      ).toEqual([id]);
    },
  );

  it('a write whose answers are all lost is reported as failed, and storing it again confirms it', async () => {
    proxy.fault = (request) => (isWrite(request) ? { kind: 'loseAnswer' } : undefined);
    const content = 'Written, and never acknowledged';
    // Either the last attempt or the time limit may end first.
    expect((await failureOf(ada().store({ content }))).code).toMatch(/^(unavailable|timeout)$/);
    proxy.fault = undefined;
    expect((await ada().store({ content })).outcome).toBe('confirmed');
    const { memories } = await ada().list({ limit: 100 });
    expect(memories.filter((record) => record.content === content)).toHaveLength(1);
  });

  it('a supersede whose answers are all lost is completed by the retry, with one current record', async () => {
    const source = { externalId: 'seat' };
    await ada().store({ content: 'Prefers window seats', source });
    proxy.fault = (request) => (isWrite(request) ? { kind: 'loseAnswer' } : undefined);
    await failureOf(ada().store({ content: 'Prefers aisle seats', source }));
    proxy.fault = undefined;
    const { id } = await ada().store({ content: 'Prefers aisle seats', source });
    const { memories } = await ada().list({ limit: 100 });
    expect(
      memories.filter((record) => record.source.externalId === 'seat').map((record) => record.id),
    ).toEqual([id]);
    expect(await ada().history(id)).toHaveLength(2);
  });

  it('a new record takes a look-up, two parallel reads, one write and reading it back', async () => {
    await ada().store({ content: 'The first of this connection' });
    proxy.seen.length = proxy.bodies.length = 0;
    await ada().store({ content: 'The second of this connection' });
    const asked = proxy.seen.map((path) => path.replace(/.*\/points/, '/points').split('?')[0]);
    expect([asked[0], asked.slice(1, 3).sort(), ...asked.slice(3)]).toEqual([
      '/points/query/batch',
      ['/points', '/points/scroll'],
      '/points/batch',
      '/points',
    ]);
    expect(JSON.parse(proxy.bodies[3] ?? '{}').operations).toHaveLength(1);
  });

  it('the same engine object works again when the server is back', async () => {
    proxy.fault = () => ({ kind: 'cut' });
    expect((await failureOf(ada().retrieve('anything'))).code).toBe('unavailable');
    expect((await failureOf(ada().store({ content: 'Too early' }))).code).toBe('unavailable');
    proxy.fault = undefined;
    expect((await ada().store({ content: 'In time' })).outcome).toBe('created');
    expect((await ada().retrieve('In time')).memories.length).toBeGreaterThan(0);
  });

  it.each([
    ['another program', undefined, /give another collection name/],
    ['another version', { mneme: { schema: 3 } }, /has schema 3, .* use the version that wrote it/],
  ])('a collection of %s is refused', async (_, metadata, message) => {
    const foreign = newCollectionName();
    const client = bareClient(server);
    await client.createCollection(foreign, { vectors: { size: 4, distance: 'Cosine' } });
    if (metadata) await client.updateCollection(foreign, { metadata } as object);
    const error = await failureOf(openMemory(server, { collection: foreign }));
    await client.deleteCollection(foreign);
    expect([error.code, error.field]).toEqual(['foreign_store', 'collection']);
    expect(error.message).toMatch(message);
  });

  it('a setting that differs from the collection is an error that names both', async () => {
    const error = await failureOf(openMemory(server, { collection, shardNumber: 3 }));
    expect(error.field).toBe('shardNumber');
    expect(error.message).toMatch(/shardNumber is 3, .* was made with 1/);
  });

  it('asks newer servers for the rarity of words in the scope, and works with older ones', async () => {
    const asked = async (version: string) => {
      proxy.fault = ({ path }) =>
        path === '/'
          ? { kind: 'answer', body: { title: 'qdrant', version, commit: null } }
          : undefined;
      const opened = await openMemory(
        { url: proxy.url, apiKey: server.apiKey },
        { collection, timeoutMs: 10_000 },
      );
      await opened.scope('rarity').store({ content: 'The harbour is closed' });
      proxy.bodies.length = proxy.seen.length = 0;
      const { memories } = await opened.scope('rarity').retrieve('harbour');
      await opened.close();
      expect(memories.map(({ content }) => content)).toEqual(['The harbour is closed']);
      const body = proxy.bodies.find((_, index) => proxy.seen[index]?.includes('/query/batch'));
      return JSON.parse(body ?? '{}').searches.map(
        ({ params }: { params?: { idf?: unknown } }) => params?.idf,
      );
    };
    expect(await asked('1.18.3')).toEqual([undefined, undefined, undefined]);
    expect(await asked('1.19.0')).toContainEqual({
      corpus: {
        must: [{ key: 'scope', match: { value: 'rarity' } }],
        must_not: [{ key: 'kind', match: { value: 'session' } }],
      },
    });
  });
});
