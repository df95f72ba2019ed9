import { createMemory, type Memory } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { Keys, listen, memoryKeys, type RunningServer, type ServerLimits } from '@mneme/server';
import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RawClient, rawClient, requestLines } from '../../server/test/sockets.ts';
import { createInspector, type Inspector } from '../src/index.ts';

/** What one tenant, or a stranger, can do to the others of a server with an inspector. */

let memory: Memory;
let keys: Keys;
let inspector: Inspector;
let server: RunningServer;
let clients: RawClient[];

beforeEach(async () => {
  memory = await createMemory({
    backend: sqliteBackend({ path: ':memory:' }),
    embedder: staticEmbedder(),
  });
  keys = new Keys(memoryKeys());
  clients = [];
});
afterEach(async () => {
  for (const { socket } of clients) socket.destroy();
  await server.close();
  await inspector.close();
  await memory.close();
});

async function start(limits: Partial<ServerLimits> = {}): Promise<void> {
  inspector = createInspector({ memory, base: '/inspector' });
  server = await listen({
    memory,
    keys,
    port: 0,
    limits,
    elapsedMs: () => 0, // No limit by the minute refills.
    inspector: inspector.answer,
    onRefused: inspector.noteRefusal,
  });
}

interface Tenant {
  key: string;
  cookie: string;
  /** The status of a request to the API. */
  api(): Promise<number>;
  /** The status of a page. */
  page(): Promise<number>;
}

const newKey = async (scope: string) => (await keys.create({ scope })).key;

const signIn = (key: string) =>
  fetch(`${server.url}/inspector/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: server.url },
    body: new URLSearchParams({ key }),
  });

const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? '';

async function statusOf(path: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(server.url + path, { headers });
  await response.arrayBuffer();
  return response.status;
}

async function tenant(scope: string): Promise<Tenant> {
  const key = await newKey(scope);
  const cookie = cookieOf(await signIn(key));
  return {
    key,
    cookie,
    api: () => statusOf('/v1/mneme/stats', { 'x-api-key': key }),
    page: () => statusOf('/inspector/browse', { cookie }),
  };
}

/** A form whose end never comes, with its length or in chunks. */
async function unfinished(
  path: string,
  headers: Record<string, string>,
  { chunked = false }: { chunked?: boolean } = {},
): Promise<RawClient> {
  const client = await rawClient(server.url);
  clients.push(client);
  const own = { host: new URL(server.url).host, origin: server.url, ...headers };
  const form = { ...own, 'content-type': 'application/x-www-form-urlencoded' };
  const framing: Record<string, string> = chunked
    ? { 'transfer-encoding': 'chunked' }
    : { 'content-length': '1000' };
  client.socket.write(requestLines('POST', path, { ...form, ...framing }));
  client.socket.write(chunked ? '4\r\nkey=\r\n' : 'key=');
  return client;
}

/** Resolves when the requests sent so far have reached the server's code. */
async function until(status: number, ask: () => Promise<number>): Promise<void> {
  while ((await ask()) !== status);
}

describe('three hundred forms that nobody finishes', () => {
  it('to sign in lock no tenant out, of the API, of the pages, or of signing in', async () => {
    await start();
    const eve = await tenant('eve');
    for (const chunked of [false, true]) {
      const forms = Array.from({ length: 300 }, () =>
        unfinished('/inspector/login', {}, { chunked }),
      );
      await Promise.all(forms);
      expect([await eve.api(), await eve.page()]).toEqual([200, 200]);
      expect((await signIn(eve.key)).status).toBe(303);
      expect((await signIn('mneme-wrong')).status).toBe(401);
    }
    // All but the newest ones are over.
    await Promise.all(clients.slice(0, 500).map(({ closed }) => closed));
  });

  it('without a session are answered before they are read', async () => {
    await start();
    const eve = await tenant('eve');
    for (const cookie of ['', 'mneme_session_1=x'])
      for (const chunked of [false, true]) {
        const client = await unfinished('/inspector/attention/erase', { cookie }, { chunked });
        await client.closed;
        expect(client.text()).toMatch(/^HTTP\/1\.1 401/);
      }
    const forms = Array.from({ length: 300 }, () =>
      unfinished('/inspector/attention/erase', {}, { chunked: true }),
    );
    await Promise.all(forms);
    expect([await eve.api(), await eve.page()]).toEqual([200, 200]);
  });

  it('with a session take only the places of its key', async () => {
    await start({ concurrentRequests: 16, concurrentRequestsPerKey: 5 });
    const [ada, eve] = [await tenant('ada'), await tenant('eve')];
    for (const chunked of [false, true]) {
      const path = '/inspector/attention/erase';
      const forms = Array.from({ length: 30 }, () =>
        unfinished(path, { cookie: ada.cookie }, { chunked }),
      );
      await Promise.all(forms);
      await until(429, ada.api);
      expect(await ada.page()).toBe(429);
      expect([await eve.api(), await eve.page()]).toEqual([200, 200]);
      for (const { socket } of clients) socket.destroy();
      await until(200, ada.api);
      await until(200, ada.page);
    }
  });
});

it('a key that asks too often is told so on its page, and stays signed in', async () => {
  await start({ requestsPerMinute: 4 });
  const ada = await tenant('ada');
  const eve = await tenant('eve');
  await until(429, ada.page);
  const response = await fetch(`${server.url}/inspector/browse`, {
    headers: { cookie: ada.cookie },
  });
  expect(response.headers.get('retry-after')).toBeTruthy();
  expect(await response.text()).toContain('too many requests at once');
  expect(await ada.api()).toBe(429);
  expect((await signIn(ada.key)).status).toBe(401);
  expect([await eve.page(), await eve.api()]).toEqual([200, 200]);
});

it('a thousand sessions of one tenant, with any of its keys, end none of another', async () => {
  await start();
  const eve = await tenant('eve');
  const first = await tenant('ada');
  const last = await tenant('ada');
  for (let index = 0; index < 1010; index++)
    expect((await signIn(index % 2 === 0 ? first.key : last.key)).status).toBe(303);
  expect(await eve.page()).toBe(200);
  expect(await first.page()).toBe(401);
  const newest = cookieOf(await signIn(first.key));
  expect(await statusOf('/inspector/browse', { cookie: newest })).toBe(200);
});

it('a session in use outlives a hundred others of its tenant', async () => {
  await start();
  const ada = await tenant('ada');
  for (let index = 0; index < 150; index++) {
    await signIn(ada.key);
    if (index % 50 === 0) expect(await ada.page()).toBe(200);
  }
  expect(await ada.page()).toBe(200);
});

it('refused texts of one tenant do not push off those of another', async () => {
  await start();
  const [ada, eve] = [await tenant('ada'), await tenant('eve')];
  const refuse = async (key: string) => {
    const response = await fetch(`${server.url}/v1/mneme/memories`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ content: 'Her card is 4111 1111 1111 1111' }),
    });
    expect(response.status).toBe(400);
  };
  await refuse(eve.key);
  for (let index = 0; index < 60; index++) await refuse(ada.key);
  const countOf = async ({ cookie }: Tenant) => {
    const page = await fetch(`${server.url}/inspector/attention`, { headers: { cookie } });
    return (await page.text()).split('card_number').length - 1;
  };
  expect([await countOf(eve), await countOf(ada)]).toEqual([1, 50]);
});
