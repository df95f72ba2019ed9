import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Keys, type ListenOptions, memoryKeys, type ServerLimits } from '../src/index.ts';
import { type ServerUnderTest, serverUnderTest } from './server-under-test.ts';
import { type RawClient, rawClient, requestLines } from './sockets.ts';

let tested: ServerUnderTest;
let clients: RawClient[];

beforeEach(() => {
  clients = [];
});
afterEach(async () => {
  vi.useRealTimers();
  for (const { socket } of clients) socket.destroy();
  await tested.close();
});

async function start(
  limits: Partial<ServerLimits> = {},
  options: Partial<ListenOptions> = {},
): Promise<string> {
  tested = await serverUnderTest({ limits, ...options });
  return tested.key({ scope: 'user:eve' });
}

/** Opens what is missing of so many connections; on a busy machine the first are closed before the last wait. */
async function fillUp(count: number, open: () => Promise<unknown>): Promise<void> {
  const missing = count - clients.filter(({ socket }) => !socket.destroyed).length;
  await Promise.all(Array.from({ length: missing }, open));
}

async function raw(options?: { reads?: boolean }): Promise<RawClient> {
  const client = await rawClient(tested.url, options);
  clients.push(client);
  return client;
}

const get = (path: string, key?: string) =>
  fetch(tested.url + path, key === undefined ? {} : { headers: { 'x-api-key': key } });

const post = (path: string, body: unknown, key: string) =>
  fetch(tested.url + path, {
    method: 'POST',
    headers: { 'x-api-key': key, 'anthropic-beta': 'agent-memory-2026-07-22' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** Resolves when the server gives this answer. */
async function until(status: number, ask: () => Promise<Response>): Promise<void> {
  for (;;) {
    const response = await ask();
    await response.arrayBuffer();
    if (response.status === status) return;
  }
}

async function fill(scope: string, count: number): Promise<void> {
  const text = (index: number) => `Memory ${index}: ${'word '.repeat(6000)}`;
  await tested.memory.scope(scope).storeMany(
    Array.from({ length: count }, (_, index) => ({ content: text(index) })),
    {
      onConflict: 'keepBoth',
    },
  );
}

describe('answers', () => {
  it('end before 1 MiB, with a cursor to continue, and leave nothing out', async () => {
    const key = await start();
    await fill('user:eve', 50);
    const ids = new Set<string>();
    let cursor: string | undefined;
    do {
      const page = cursor === undefined ? '' : `&cursor=${cursor}`;
      const text = await (await get(`/v1/mneme/memories?limit=1000${page}`, key)).text();
      expect(Buffer.byteLength(text)).toBeLessThan(1_100_000);
      const answer = JSON.parse(text);
      for (const { id } of answer.memories) ids.add(id);
      cursor = answer.nextCursor;
    } while (cursor !== undefined);
    expect(ids.size).toBe(50);

    const found = await post('/v1/mneme/retrieve', { query: 'word memory', limit: 1000 }, key);
    const text = await found.text();
    expect(Buffer.byteLength(text)).toBeLessThan(1_100_000);
    const { memories, omitted } = JSON.parse(text);
    expect(memories.length + omitted).toBe(50);
  });

  it('of recall, evidence and sessions end before 1 MiB too', async () => {
    const key = await start();
    await fill('user:eve', 40);
    const eve = tested.memory.scope('user:eve');
    const { memories } = await eve.list({ limit: 100 });
    const evidence = memories.map(({ id }) => id);
    const { id } = await eve.store({ content: 'Words were said', evidence });
    const names = Array.from({ length: 400 }, (_, index) => `${index} ${'中'.repeat(1000)}`);
    for (const session of names) await eve.episodes.append([{ content: 'tea' }], { session });

    const report = await (await get(`/v1/mneme/memories/${id}/evidence`, key)).text();
    expect(Buffer.byteLength(report)).toBeLessThan(1_100_000);
    expect(JSON.parse(report).memories.length + JSON.parse(report).omitted).toBe(40);

    const asked = { message: 'word memory', tokenBudget: 10_000_000, limit: 1000 };
    const recalled = await post('/v1/mneme/recall', asked, key);
    const lines = await recalled.text();
    expect(Buffer.byteLength(lines)).toBeLessThan(1_100_000);
    const { profile, facts, omitted } = JSON.parse(lines);
    expect(profile.length + facts.length + omitted).toBe(41);
    expect(omitted).toBeGreaterThan(0);

    const listed = await (await get('/v1/mneme/sessions?limit=1000', key)).text();
    expect(Buffer.byteLength(listed)).toBeLessThan(1_100_000);
    const { sessions, nextCursor } = JSON.parse(listed);
    expect(sessions.length).toBeLessThan(400);
    const rest = await get(`/v1/mneme/sessions?limit=1000&cursor=${nextCursor}`, key);
    expect(sessions.length + JSON.parse(await rest.text()).sessions.length).toBe(400);
  });

  it('that are not read use only the request limit of their key, and end after a timeout', async () => {
    const key = await start({ concurrentRequestsPerKey: 4, answerTimeoutMs: 1500 });
    await fill('user:eve', 40);
    const request = requestLines('GET', '/v1/mneme/memories?limit=1000', { 'x-api-key': key });
    // The first answers fit into the buffers of the connection.
    const asking = setInterval(() => {
      for (const { socket } of clients) socket.write(request);
    }, 20);
    let refused = 0;
    while (refused < 10) {
      await fillUp(6, () => raw({ reads: false }));
      const { status } = await get('/v1/mneme/stats', key);
      refused = status === 429 ? refused + 1 : 0;
    }
    const other = await tested.key({ scope: 'user:ada' });
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/v1/mneme/stats', other)).status).toBe(200);
    clearInterval(asking);
    await until(200, () => get('/v1/mneme/stats', key));
    for (const { socket } of clients) socket.resume();
    await Promise.all(clients.map(({ closed }) => closed));
  });
});

describe('bodies', () => {
  it('that never end use only the request limit of their key, and end after a timeout', async () => {
    const key = await start({
      concurrentRequests: 8,
      concurrentRequestsPerKey: 8,
      requestTimeoutMs: 1500,
    });
    const other = await tested.key({ scope: 'user:ada' });
    const head = requestLines('POST', '/v1/mneme/memories', {
      'x-api-key': key,
      'content-length': 1000,
    });
    await until(429, async () => {
      await fillUp(16, async () => (await raw()).socket.write(`${head}{"content": "`));
      return get('/v1/mneme/stats', key);
    });
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/readyz')).status).toBe(200);
    // Other keys still have free places.
    expect((await get('/v1/mneme/stats', other)).status).toBe(200);
    await Promise.all(clients.map(({ closed }) => closed));
    expect(clients.filter((client) => client.text().includes(' 408 ')).length).toBeGreaterThan(0);
    expect((await get('/v1/mneme/stats', key)).status).toBe(200);
  });

  it('that arrive slowly end after the same timeout', async () => {
    const key = await start({ requestTimeoutMs: 700 });
    const client = await raw();
    client.socket.write(
      requestLines('POST', '/v1/mneme/memories', {
        'x-api-key': key,
        'transfer-encoding': 'chunked',
      }),
    );
    const drops = setInterval(() => client.socket.write('1\r\n \r\n'), 50);
    await client.closed;
    clearInterval(drops);
    expect(client.text()).toContain(' 408 ');
  });

  it('of requests without a valid key are not read', async () => {
    await start();
    const wrong: Record<string, string>[] = [
      {},
      { 'x-api-key': `mneme-key_${'0'.repeat(24)}-${'0'.repeat(48)}` },
    ];
    for (const headers of wrong) {
      const client = await raw();
      const length = 500_000_000;
      client.socket.write(
        requestLines('POST', '/v1/mneme/memories', { ...headers, 'content-length': length }),
      );
      let sent = 0;
      const part = Buffer.alloc(65_536, 32);
      const send = () => {
        while (!client.socket.destroyed && sent < length) {
          sent += part.length;
          if (!client.socket.write(part)) break;
        }
      };
      client.socket.on('drain', send);
      send();
      await client.closed;
      expect(client.text()).toContain(' 401 ');
      expect(sent).toBeLessThan(30_000_000);
    }
  });

  it('are requested by 100-continue only after the key was checked', async () => {
    const key = await start();
    const expecting = { expect: '100-continue', 'content-length': 2 };
    const wrong = await raw();
    wrong.socket.write(requestLines('POST', '/v1/mneme/prune', { ...expecting, 'x-api-key': 'x' }));
    await wrong.closed;
    expect(wrong.text()).toMatch(/^HTTP\/1\.1 401/);
    const right = await raw();
    right.socket.write(requestLines('POST', '/v1/mneme/prune', { ...expecting, 'x-api-key': key }));
    expect(await right.answers(1)).toMatch(/^HTTP\/1\.1 100/);
    right.socket.write('{}');
    expect(await right.answers(2)).toMatch(/HTTP\/1\.1 200/);
  });

  it('nested thousands deep get 400, wherever the nesting is', async () => {
    const key = await start();
    const nest = (open: string, close: string, depth = 4000) =>
      `${open.repeat(depth)}1${close.repeat(depth)}`;
    const list = nest('[', ']');
    const object = nest('{"a":', '}');
    for (const [path, body] of [
      ['/v1/mneme/memories', `{"content":"a","metadata":{"a":${list}}}`],
      ['/v1/mneme/memories', `{"content":"a","metadata":${object}}`],
      ['/v1/mneme/memories', `{"content":"a","source":${object}}`],
      ['/v1/mneme/memories', `{"content":${list}}`],
      ['/v1/mneme/memories', list],
      ['/v1/mneme/memories', nest('[', ']', 400_000)],
      ['/v1/mneme/memories', `{"content":"a","metadata":{"a":${nest('[', ']', 70)}}}`],
      ['/v1/mneme/retrieve', `{"query":"a","where":${object}}`],
      ['/v1/mneme/retrieve', `{"query":"a","tags":${list}}`],
    ] as const) {
      const response = await post(path, body, key);
      const text = await response.text();
      expect([response.status, text.length < 2000], body.slice(0, 40)).toEqual([400, true]);
    }
    const where = encodeURIComponent(nest('[', ']', 1000));
    expect((await get(`/v1/mneme/memories?where=${where}`, key)).status).toBe(400);
  });

  it('with names of prototypes are refused or used as plain names', async () => {
    const key = await start();
    const send = (path: string, body: string) => post(path, body, key);
    await send('/v1/mneme/memories', '{"content":"Ada likes tea","metadata":{"project":"heron"}}');
    const spellings = [
      '__proto__',
      '\\u005f_proto__',
      '__\\u0070roto__',
      '\\u005F\\u005Fproto\\u005f_',
    ];
    for (const name of spellings) {
      for (const [path, body] of [
        ['/v1/mneme/retrieve', `{"query":"tea","where":{"${name}":"heron"}}`],
        ['/v1/mneme/retrieve', `{"query":"tea","where":{"project":"heron","${name}":{"a":1}}}`],
        ['/v1/mneme/retrieve', `{"query":"tea","${name}":{"limit":1}}`],
        ['/v1/mneme/memories', `{"content":"a","metadata":{"${name}":"x"}}`],
        ['/v1/mneme/memories', `{"content":"a","metadata":{"a":[{"${name}":"x"}]}}`],
        ['/v1/mneme/memories', `{"content":"a","source":{"${name}":"x"}}`],
        ['/v1/memory_stores', `{"name":"a","metadata":{"${name}":"x"}}`],
        ['/v1/mneme/prune', `{"${name}":{"dryRun":true}}`],
      ] as const) {
        const response = await send(path, body);
        expect([response.status, await response.text()], body).toEqual([
          400,
          expect.stringContaining('__proto__'),
        ]);
      }
      const where = encodeURIComponent(`{"${name}":"heron"}`);
      expect((await get(`/v1/mneme/memories?where=${where}`, key)).status).toBe(400);
    }
    for (const name of [
      'constructor',
      'prototype',
      'toString',
      'hasOwnProperty',
      '__defineGetter__',
      'valueOf',
    ]) {
      const found = await send('/v1/mneme/retrieve', `{"query":"tea","where":{"${name}":"heron"}}`);
      expect(await found.json()).toEqual({ memories: [] });
      expect((await send('/v1/mneme/retrieve', `{"query":"tea","${name}":1}`)).status).toBe(400);
    }
  });

  it('with thousands of unknown names get a short answer', async () => {
    const key = await start();
    const names = Array.from({ length: 40_000 }, (_, index) => [`name${index}`, 1]);
    for (const body of [
      { content: 'a', ...Object.fromEntries(names) },
      { content: 'a', tags: names },
    ]) {
      const response = await post('/v1/mneme/memories', body, key);
      expect(response.status).toBe(400);
      expect((await response.text()).length).toBeLessThan(20_000);
    }
  });
});

describe('connections', () => {
  it('that send nothing, or their headers slowly, end after a timeout', async () => {
    const key = await start({ requestTimeoutMs: 700 });
    const silent = await raw();
    const dripping = await raw();
    dripping.socket.write('GET /v1/mneme/stats HTTP/1.1\r\nhost: x\r\n');
    const drops = setInterval(() => dripping.socket.write('x-a: b\r\n'), 50);
    await Promise.all([silent.closed, dripping.closed]);
    clearInterval(drops);
    expect(dripping.text()).toContain(' 408 ');
    expect((await get('/v1/mneme/stats', key)).status).toBe(200);
  });

  it('beyond the limit replace the connection that has been idle longest', async () => {
    const key = await start({ connections: 20 });
    const kept = await raw();
    const ask = requestLines('GET', '/v1/mneme/stats', { 'x-api-key': key });
    for (let index = 0; index < 19; index++) await raw();
    kept.socket.write(ask);
    await kept.answers(1);
    const late = await raw();
    await clients[1]?.closed;
    late.socket.write(ask);
    expect(await late.answers(1)).toMatch(/ 200 /);
    kept.socket.write(ask);
    expect(await kept.answers(2)).toMatch(/ 200 /);
    expect(clients.filter(({ socket }) => !socket.destroyed)).toHaveLength(20);
    expect((await get('/healthz')).status).toBe(200);
  });

  it('with a request in progress are not closed', async () => {
    const key = await start({ connections: 5 });
    const body = '{"content":"a tea"}';
    const working = await Promise.all(Array.from({ length: 5 }, () => raw()));
    for (const { socket, answers } of working) {
      socket.write(
        requestLines('POST', '/v1/mneme/memories', {
          'x-api-key': key,
          'content-length': body.length,
          expect: '100-continue',
        }),
      );
      await answers(1);
    }
    await (await raw()).closed;
    for (const { socket } of working) socket.write(body);
    for (const { answers } of working) expect(await answers(2)).toMatch(/ 20[01] /);
  });
});

describe('requests that two servers would read differently', () => {
  it('are refused, and no bytes after them are read as a request', async () => {
    const key = await start();
    const smuggled = requestLines('DELETE', '/v1/mneme/memories/x', { 'x-api-key': key });
    const lengths = (...lines: string[]) =>
      `POST /v1/mneme/prune HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n${lines.join('\r\n')}\r\n\r\n`;
    for (const request of [
      `${lengths('content-length: 5', 'transfer-encoding: chunked')}0\r\n\r\n${smuggled}`,
      `${lengths('transfer-encoding: chunked', 'content-length: 5')}0\r\n\r\n${smuggled}`,
      lengths('content-length: 0', 'content-length: 5') + smuggled,
      lengths('transfer-encoding: xchunked') + smuggled,
      lengths('transfer-encoding: chunked, identity') + smuggled,
      `${lengths('content-length: +2')}{}${smuggled}`,
      `${lengths('content-length : 2')}{}${smuggled}`,
      `${lengths(' content-length: 2')}{}${smuggled}`,
      lengths('x: a\nb: c') + smuggled,
    ]) {
      const client = await raw();
      client.socket.write(request);
      await client.closed;
      expect(client.text().match(/HTTP\/1\.1 \d+/g), request.slice(60, 200)).toEqual([
        'HTTP/1.1 400',
      ]);
    }
  });
});

describe('answers with data of a tenant', () => {
  it('are not cached by shared caches, and are not pages to a browser', async () => {
    const key = await start();
    await fill('user:eve', 1);
    for (const path of ['/v1/mneme/memories', '/v1/mneme/stats', '/v1/mneme/memories/none']) {
      const { headers } = await get(path, key);
      expect(headers.get('cache-control'), path).toBe('no-store');
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    }
  });
});

describe('wrong keys', () => {
  it('are limited by address, while a right key still works', async () => {
    const known = await start({ wrongKeysPerMinute: 5 });
    expect((await get('/v1/mneme/stats', known)).status).toBe(200);
    const statuses: number[] = [];
    for (let index = 0; index < 8; index++) {
      const wrong = `mneme-key_${String(index).repeat(24)}-${'0'.repeat(48)}`;
      const response = await get('/v1/mneme/stats', wrong);
      statuses.push(response.status);
      if (response.status === 429)
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    expect((await get('/v1/mneme/stats', known)).status).toBe(200);
    expect((await get('/healthz')).status).toBe(200);
    const { id } = (await tested.keys.list())[0] as { id: string };
    await tested.keys.revoke(id);
    expect((await get('/v1/mneme/stats', known)).status).toBe(401);
  });

  it('lock out no right key behind the same address, also one that this process has never seen', async () => {
    const key = await start({ wrongKeysPerMinute: 5 });
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const wrong = `mneme-key_${String(index).padStart(24, '0')}-${'0'.repeat(48)}`;
        return (await get('/v1/mneme/stats', wrong)).status;
      }),
    );
    expect(statuses).toContain(429);
    expect((await get('/v1/mneme/stats', key)).status).toBe(200);
  });

  it('that are repeated are not looked up for a minute, and no longer if the clock is set back', async () => {
    let elapsed = 0;
    const backend = memoryKeys();
    let asked = 0;
    const counted = {
      ...backend,
      getKey(id: string) {
        asked += 1;
        return backend.getKey(id);
      },
    };
    const options = { elapsedMs: () => elapsed, keys: new Keys(counted) };
    await start({ wrongKeysPerMinute: 5 }, options);
    const wrong = `mneme-key_${'1'.repeat(24)}-${'0'.repeat(48)}`;
    const status = async () => (await get('/v1/mneme/stats', wrong)).status;
    for (let index = 0; index < 5; index++) expect(await status()).toBe(401);
    expect([await status(), asked]).toEqual([429, 5]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 24 * 60 * 60 * 1000 });
    elapsed += 60_000;
    expect([await status(), asked]).toEqual([401, 6]);
  });

  it('are counted by the client that a trusted proxy names, and by nobody else’s word', async () => {
    const wrong = (index: number, forwarded: string) =>
      fetch(`${tested.url}/v1/mneme/stats`, {
        headers: {
          'x-api-key': `mneme-key_${String(index).padStart(24, '0')}-${'0'.repeat(48)}`,
          'x-forwarded-for': forwarded,
        },
      }).then(({ status }) => status);
    const limits = { wrongKeysPerMinute: 1 };
    await start(limits, { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] });
    // What is before the first address that is not trusted was made up by the client.
    expect(await wrong(1, '198.51.100.7, 203.0.113.1, 10.1.2.3')).toBe(401);
    expect(await wrong(2, '198.51.100.8, 203.0.113.1:4711, 10.1.2.3')).toBe(429);
    expect(await wrong(3, '198.51.100.7, 203.0.113.2, 10.1.2.3')).toBe(401);
    await tested.close();
    await start(limits);
    expect(await wrong(4, '203.0.113.1')).toBe(401);
    expect(await wrong(5, '203.0.113.2')).toBe(429);
  });

  it('of a proxy with a wrong address are refused at the start', async () => {
    for (const proxy of ['balancer', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8'])
      await expect(start({}, { trustedProxies: [proxy] })).rejects.toMatchObject({
        code: 'invalid_input',
        field: 'trustedProxies',
      });
    await start();
  });
});
