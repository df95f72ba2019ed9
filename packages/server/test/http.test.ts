import { createMemory, MnemeError } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { inMemoryBackend } from '@mneme/store/memory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, Keys, memoryKeys, type ServerLimits } from '../src/index.ts';
import { type ServerUnderTest, serverUnderTest } from './server-under-test.ts';

let tested: ServerUnderTest;
let key: string;

beforeAll(async () => {
  tested = await serverUnderTest();
  key = await tested.key();
});
afterAll(() => tested.close());

const newer = { 'anthropic-beta': 'agent-memory-2026-07-22' };
const older = { 'anthropic-beta': 'managed-agents-2026-04-01' };

async function call(
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
) {
  const response = await fetch(tested.url + path, {
    method,
    headers: { 'x-api-key': key, ...newer, ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: text === '' ? undefined : JSON.parse(text),
  };
}

async function newStore(): Promise<string> {
  return (await call('POST', '/v1/memory_stores', { body: { name: 'n' } })).json.id;
}

describe('keys', () => {
  it('are accepted as x-api-key or bearer token, and in no other form', async () => {
    const list = (headers: Record<string, string>) =>
      fetch(`${tested.url}/v1/memory_stores`, { headers: { ...newer, ...headers } });
    expect((await list({ 'x-api-key': key })).status).toBe(200);
    expect((await list({ authorization: `Bearer ${key}` })).status).toBe(200);
    for (const headers of [
      {},
      { 'x-api-key': 'x' },
      { 'x-api-key': `${key.slice(0, -1)}x` },
      { authorization: key },
    ]) {
      const response = await list(headers as Record<string, string>);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error: { type: 'authentication_error' } });
      expect(response.headers.get('request-id')).toMatch(/^req_/);
    }
  });
});

describe('the form of requests', () => {
  it('requires one of the two betas', async () => {
    const without = await call('GET', '/v1/memory_stores', {
      headers: { 'anthropic-beta': 'other' },
    });
    expect([without.status, without.json.error.type]).toEqual([400, 'invalid_request_error']);
    expect((await call('GET', '/v1/memory_stores?beta=true', { headers: older })).status).toBe(200);
  });

  it('refuses bodies that are not a JSON object', async () => {
    for (const body of ['{', '[]', '5', 'null', '"x"', '{"name": "a"']) {
      expect((await call('POST', '/v1/memory_stores', { body })).status, body).toBe(400);
    }
    const bytes = await fetch(`${tested.url}/v1/memory_stores`, {
      method: 'POST',
      headers: { 'x-api-key': key, ...newer },
      body: Buffer.from([0x7b, 0xff, 0x7d]),
    });
    expect(bytes.status).toBe(400);
  });

  it('returns errors for unknown paths and methods in the same form', async () => {
    expect(await call('GET', '/v1/none')).toMatchObject({
      status: 404,
      json: { error: { type: 'not_found_error' } },
    });
    const wrong = await call('PUT', '/v1/memory_stores');
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('allow')).toContain('POST');
    expect((await fetch(`${tested.url}/none`)).status).toBe(404);
  });
});

describe('the older dialect', () => {
  it('overwrites a path, unless the request says that it must be free', async () => {
    const path = `/v1/memory_stores/${await newStore()}/memories`;
    const first = await call('POST', path, { headers: older, body: { path: '/a', content: '1' } });
    const second = await call('POST', path, { headers: older, body: { path: '/a', content: '2' } });
    expect([second.status, second.json.id]).toEqual([200, first.json.id]);
    const precondition = { type: 'not_exists' };
    const taken = await call('POST', path, {
      headers: older,
      body: { path: '/a', content: '3', precondition },
    });
    expect([taken.status, taken.json.error.type]).toEqual([
      409,
      'memory_precondition_failed_error',
    ]);
    expect((await call('POST', path, { body: { path: '/a', content: '3' } })).status).toBe(409);
  });

  it('updates by PATCH, and refuses a guarded rename to a taken path', async () => {
    const path = `/v1/memory_stores/${await newStore()}/memories`;
    const { id } = (await call('POST', path, { body: { path: '/a', content: '1' } })).json;
    await call('POST', path, { body: { path: '/b', content: '2' } });
    const patched = await call('PATCH', `${path}/${id}?view=full`, {
      headers: older,
      body: { content: '3' },
    });
    expect(patched.json.content).toBe('3');
    const body = { path: '/b', precondition: { type: 'not_exists' } };
    const kept = await call('PATCH', `${path}/${id}`, { headers: older, body });
    expect([kept.status, kept.json.path]).toEqual([200, '/a']);
  });
});

it('a conversation is read and deleted only in the scope of its key, which the audit names', async () => {
  const ada = { 'x-api-key': await tested.key({ scope: 'talk:ada' }) };
  const eve = { 'x-api-key': await tested.key({ scope: 'talk:eve' }) };
  const path = `/v1/mneme/sessions/${encodeURIComponent('a/b é')}`;
  const body = { session: 'a/b é', turns: [{ content: 'Hello.' }, { content: 'How nice.' }] };
  await call('POST', '/v1/mneme/episodes', { headers: ada, body });
  const listed = await call('GET', '/v1/mneme/sessions', { headers: eve });
  expect(listed.json).toEqual({ sessions: [] });
  expect((await call('GET', path, { headers: eve })).status).toBe(404);
  expect((await call('DELETE', path, { headers: eve })).json).toMatchObject({ turns: 0 });
  expect((await call('GET', path, { headers: ada })).json.turns).toHaveLength(2);
  expect((await call('DELETE', path, { headers: ada })).json).toMatchObject({ turns: 2 });
  expect((await call('GET', path, { headers: ada })).status).toBe(404);
  const keyIds = (await tested.keys.list({ scope: 'talk:ada' })).map(({ id }) => `key:${id}`);
  const entries = await tested.memory.audit({ scope: 'talk:ada' });
  expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set(keyIds));
});

describe('a backend without keys and documents', () => {
  it('is served with its records, and a clear error for the rest', async () => {
    const { keys: _, documents: __, ...backend } = inMemoryBackend();
    const memory = await createMemory({ backend, embedder: staticEmbedder() });
    const keys = new Keys(memoryKeys());
    const { key } = await keys.create({ scope: 'user:ada' });
    const app = createApp({ memory, keys });
    const ask = async (path: string, body?: object) => {
      const answer = await app.request(path, {
        headers: { 'x-api-key': key, ...newer },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      return { status: answer.status, json: await answer.json() };
    };
    expect((await ask('/readyz')).status).toBe(200);
    const stored = await ask('/v1/mneme/memories', { content: 'Prefers window seats' });
    expect(stored).toMatchObject({ status: 200, json: { outcome: 'created' } });
    for (const path of [
      '/v1/memory_stores',
      '/v1/memory_stores/memstore_1/memories/mem_1',
      '/v1/mneme/memory_stores/memstore_1/diff',
    ]) {
      expect(await ask(path), path).toMatchObject({
        status: 404,
        json: {
          error: { type: 'not_found_error', message: expect.stringContaining('--documents') },
        },
      });
    }
    const pruned = await ask('/v1/mneme/prune', { documentsUnreadForDays: 1 });
    expect(pruned).toMatchObject({
      status: 400,
      json: { error: { type: 'invalid_request_error' } },
    });
    await memory.close();
  });
});

/** An app with a memory in the process, and the given behaviour of its embedder. */
async function appWhoseEmbedder(does: () => Promise<void>, limits: Partial<ServerLimits> = {}) {
  const embedder = staticEmbedder();
  const memory = await createMemory({
    backend: inMemoryBackend(),
    embedder: {
      identity: () => embedder.identity(),
      async embed(texts, options) {
        await does();
        return embedder.embed(texts, options);
      },
    },
  });
  const keys = new Keys(memoryKeys());
  const { key } = await keys.create({ scope: 'user:ada' });
  const app = createApp({ memory, keys, limits });
  const body = JSON.stringify({ query: 'a seat' });
  const headers = { 'x-api-key': key };
  return {
    retrieve: () => app.request('/v1/mneme/retrieve', { method: 'POST', headers, body }),
    close: () => memory.close(),
  };
}

describe('an unreachable embedder', () => {
  it('is reported as unavailable, with retry-after', async () => {
    const away = await appWhoseEmbedder(() =>
      Promise.reject(new MnemeError('unavailable', 'the embedder is away')),
    );
    const answer = await away.retrieve();
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await away.close();
  });
});

describe('limits', () => {
  it('apply to waiting requests: excess ones get retry-after at once, and running ones are answered', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const waiting = await appWhoseEmbedder(() => held, { concurrentRequestsPerKey: 2 });
    const atWork = [waiting.retrieve(), waiting.retrieve()];
    for (let further = 0; further < 3; further++) {
      const refused = await waiting.retrieve();
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    release();
    for (const answer of await Promise.all(atWork)) expect(answer.status).toBe(200);
    expect((await waiting.retrieve()).status).toBe(200);
    await waiting.close();
  });

  it('apply to the size of headers', async () => {
    const response = await fetch(`${tested.url}/healthz`, {
      headers: { 'x-long': 'x'.repeat(20_000) },
    });
    expect(response.status).toBe(431);
  });
});

describe('the log', () => {
  it('names route, client, request and the database’s code, and never the scope', async () => {
    const entries: Record<string, unknown>[] = [];
    const log = (entry: Record<string, unknown>) => void entries.push(entry);
    const refused = Object.assign(new Error('disk'), { code: '53100', severity: 'ERROR' });
    const full = new MnemeError('storage_full', 'no room', { cause: refused });
    const replica = new MnemeError('read_only', 'a replica', {
      cause: Object.assign(new Error('replica'), { code: '25006', severity: 'ERROR' }),
    });
    const failures = [full, replica];
    const memory = await createMemory({
      backend: Object.assign(inMemoryBackend(), {
        commit: () => Promise.reject(failures.shift()),
      }),
      embedder: staticEmbedder(),
    });
    const keys = new Keys(memoryKeys());
    const { key } = await keys.create({ scope: 'user:ada' });
    const app = createApp({ memory, keys, logger: { info: log, error: log } });
    const ask = (path: string, method = 'GET', body?: string) =>
      app.request(path, { method, headers: { 'x-api-key': key }, ...(body && { body }) });
    const answers = [
      await ask('/v1/mneme/memories', 'POST', '{"content":"Ada likes tea"}'),
      await ask('/v1/mneme/memories', 'POST', '{"content":"Ada likes tea"}'),
      await ask('/v1/mneme/sessions/user%3Aada'),
      await ask('/v1/user%3Aada'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([507, 503, 404, 404]);
    expect(await answers[0]?.json()).toMatchObject({ error: { code: 'storage_full' } });
    expect(await answers[1]?.json()).toMatchObject({ error: { code: 'read_only' } });
    const requests = entries.filter(({ event }) => event === 'request');
    expect(requests).toMatchObject([
      { route: '/v1/mneme/memories', sqlstate: '53100', error: 'MnemeError storage_full' },
      { route: '/v1/mneme/memories', sqlstate: '25006', error: 'MnemeError read_only' },
      { route: '/v1/mneme/sessions/{session}', client: '', status: 404 },
      { route: undefined, status: 404 },
    ]);
    for (const [at, { request_id }] of requests.entries())
      expect(request_id).toBe(answers[at]?.headers.get('request-id'));
    expect(JSON.stringify(entries)).not.toMatch(/ada|tea/i);
    await memory.close();
  });
});

describe('whether it is ready', () => {
  it('is asked of the store once for all who ask within two seconds', async () => {
    const backend = inMemoryBackend();
    let asked = 0;
    const audit = backend.audit.bind(backend);
    const counted: typeof audit = (request) => {
      asked += 1;
      return audit(request);
    };
    const memory = await createMemory({ backend: Object.assign(backend, { audit: counted }) });
    let elapsed = 0;
    const keys = new Keys(memoryKeys());
    const app = createApp({ memory, keys, elapsedMs: () => elapsed });
    const ready = async () => (await app.request('/readyz')).status;
    expect(await Promise.all([ready(), ready(), ready()])).toEqual([200, 200, 200]);
    elapsed += 1999;
    expect([await ready(), asked]).toEqual([200, 1]);
    await memory.close();
    elapsed += 1;
    expect([await ready(), asked]).toEqual([500, 2]);
  });

  it('names the databases that cannot be reached, while the others are served', async () => {
    const memory = await createMemory({ backend: inMemoryBackend() });
    const keys = new Keys(memoryKeys());
    const down = [{ name: 'second', reason: 'it does not answer' }];
    const app = createApp({ memory, keys, databases: { unavailable: async () => down } });
    const answer = await app.request('/readyz');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ status: 'ready', unavailable: ['second'] });
    await memory.close();
  });
});

describe('the server', () => {
  it('listens on public addresses when it knows of one key, without reading all of them', async () => {
    const keys = memoryKeys();
    await new Keys(keys).create({ scope: 'user:ada' });
    const listKeys = () => Promise.reject(new MnemeError('damaged', 'one key is damaged'));
    const open = await serverUnderTest({ host: '0.0.0.0', keys: new Keys({ ...keys, listKeys }) });
    await open.close();
  });

  it('refuses to listen on public addresses without a key', async () => {
    await expect(serverUnderTest({ host: '0.0.0.0' })).rejects.toMatchObject({ field: 'host' });
  });

  it('finishes running requests before it stops', async () => {
    const stopping = await serverUnderTest();
    const headers = { ...newer, 'x-api-key': await stopping.key() };
    const work = Promise.all(
      Array.from({ length: 10 }, () =>
        fetch(`${stopping.url}/v1/memory_stores`, {
          method: 'POST',
          headers,
          body: '{"name":"n"}',
        }),
      ),
    );
    await new Promise((resolve) => setImmediate(resolve));
    const first = await Promise.race([work, fetch(`${stopping.url}/healthz`)]);
    expect(first).toBeDefined();
    await stopping.close();
    const statuses = (await work).map(({ status }) => status);
    expect(statuses).toEqual(statuses.map(() => 200));
  });
});
