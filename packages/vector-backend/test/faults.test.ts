import type { IndexedRow, SearchIndex } from '@mneme/store/rows';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '../../../tools/own-process.mjs';
import { type QdrantIndexOptions, qdrantIndex } from '../src/index.ts';
import { dropCollection, emptyCollection } from './collections.ts';
import { type FaultProxy, faultProxy } from './fault-proxy.ts';
import { describeOnCollection } from './on-server.ts';
import { failureOf } from './support.ts';

const at = (revision: number) => ({ epoch: 'first', revision });
const row = (id: string): IndexedRow => ({
  ...{ id, version: 1, fields: { kind: 1 }, words: 'tea' },
  vector: Float32Array.from([1, 0, 0]),
});
const isWrite = ({ path }: { path: string }) => path.includes('/points/batch');

describeOnCollection('an index in Qdrant when things fail', ({ collection, server }) => {
  let proxy: FaultProxy;
  let index: SearchIndex;
  const open = (options: Partial<QdrantIndexOptions> = {}) => {
    const { apiKey } = server();
    return qdrantIndex({ url: proxy.url, apiKey, collection, timeoutMs: 5000, ...options });
  };
  const begin = () => index.follow('ada', { to: at(1), changed: [row('a')], removed: [] });
  const goOn = (changed = [row('b')]) =>
    index.follow('ada', { since: at(1), to: at(2), changed, removed: [] });
  const found = async () => {
    const asks = [{ where: [], terms: ['tea'], limit: 10 }];
    const answer = await index.search({ scope: 'ada', at: at(1), asks });
    return answer.found?.[0]?.lexical.map(({ id }) => id);
  };

  beforeEach(async () => {
    proxy = await faultProxy(server().url);
    index = open();
    await begin();
  });
  afterEach(async () => {
    proxy.fault = undefined;
    await index.close();
    await proxy.close();
    await emptyCollection(server(), collection);
  });

  it('names the URL of a missing server, and not the key', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const absent = open({ url, apiKey: 'secret-key' });
    const error = await failureOf(absent.forget('ada'));
    expect(error.code).toBe('unavailable');
    expect(error.message).toContain(url);
    expect(error.message).not.toContain('secret-key');
  });

  it('does not ask a server again that does not answer in time', async () => {
    const hasty = open({ timeoutMs: 500 });
    proxy.fault = () => ({ kind: 'hang' });
    proxy.seen.length = 0;
    const error = await failureOf(hasty.search({ scope: 'ada', at: at(1), asks: [] }));
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
  ] as const)('HTTP %i "%s" on a write is %s, and it stays where it was', async (...given) => {
    const [status, detail, code] = given;
    proxy.fault = (request) =>
      isWrite(request) ? { kind: 'status', status, error: detail } : undefined;
    const error = await failureOf(goOn());
    expect(error.code).toBe(code);
    expect(error.message).toContain(proxy.url);
    proxy.fault = undefined;
    const { position } = await index.search({ scope: 'ada', at: at(2), asks: [] });
    expect(position).toEqual(at(1));
  });

  it('repeats a request after the delay that the server asks for', async () => {
    let failures = 0;
    proxy.fault = (request) =>
      isWrite(request) && failures++ < 2
        ? { kind: 'status', status: 429, error: 'slow down', headers: { 'retry-after': '0' } }
        : undefined;
    expect(await goOn()).toEqual(at(2));
    expect(failures).toBeGreaterThan(2);
    expect((await found())?.sort()).toEqual(['a', 'b']);
  });

  it('does not repeat a request that was refused for good', async () => {
    proxy.fault = (request) =>
      isWrite(request) ? { kind: 'status', status: 403, error: 'Forbidden' } : undefined;
    proxy.seen.length = 0;
    await failureOf(goOn());
    expect(proxy.seen.filter((path) => path.includes('/points/batch'))).toHaveLength(1);
  });

  it.each(['cut', 'loseAnswer', 'halfAnswer'] as const)(
    'takes each row once if connections break at every other write (%s)',
    async (kind) => {
      let writes = 0;
      proxy.fault = (request) => (isWrite(request) && writes++ % 2 === 0 ? { kind } : undefined);
      expect(await goOn()).toEqual(at(2));
      proxy.fault = undefined;
      expect((await found())?.sort()).toEqual(['a', 'b']);
    },
  );

  it('knows where it is after a write whose answers were all lost', async () => {
    proxy.fault = (request) => (isWrite(request) ? { kind: 'loseAnswer' } : undefined);
    expect(await goOn()).toEqual(at(2));
    proxy.fault = undefined;
    expect(await goOn()).toEqual(at(2));
    expect((await found())?.sort()).toEqual(['a', 'b']);
  });

  it('takes rows in one request, and searches in one', async () => {
    const requests = () =>
      proxy.seen.map((path) => path.replace(/.*\/points/, '/points').split('?')[0]);
    await found();
    proxy.seen.length = 0;
    await found();
    expect(requests()).toEqual(['/points/query/batch']);
    proxy.seen.length = 0;
    await goOn([row('b'), { ...row('c'), version: 2 }]);
    expect(requests()).toEqual(['/points/batch', '/points']);
  });

  it('says that it has nothing if its collection is gone when it goes on from where it was', async () => {
    await found();
    await dropCollection(server(), collection);
    expect(await goOn()).toBeUndefined();
    await begin();
    expect(await goOn()).toEqual(at(2));
    expect((await found())?.sort()).toEqual(['a', 'b']);
  });
});
