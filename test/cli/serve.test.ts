import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { main } from '../../packages/cli/src/main.ts';
import { readEnvironment } from '../../packages/runtime/src/environment.ts';
import { mneme, Workplace } from './mneme.ts';
import { ask, serve } from './serving.ts';

const place = new Workplace();
afterAll(() => place.remove());

interface CreatedKey {
  id: string;
  key: string;
}
const record = { content: 'Prefers bullet points', category: 'user_preference', importance: 5 };

describe('mneme serve and mneme keys', () => {
  it('give a client access to a store, and revoke it', async () => {
    const db = place.path('ada.db');
    const created = await place.json<CreatedKey>([
      ...['keys', 'create', '--db', db, '--scope', 'user:ada', '--access', 'read_write'],
    ]);
    expect(created).toEqual({
      id: expect.stringMatching(/^key_/),
      key: expect.stringContaining(created.id),
      scope: 'user:ada',
      access: 'read_write',
    });
    const server = await serve(place, mneme`--db ${db}`, { alone: 'SIGTERM' });
    const post = (path: string, body: object) =>
      ask(server, created.key, { method: 'POST', path, body });
    const { json: store } = await post('/v1/memory_stores', { name: 'Notes' });
    const document = { path: '/private-path', content: 'private words' };
    const { status } = await post(`/v1/memory_stores/${store.id}/memories`, document);
    expect(status).toBe(200);
    expect((await post('/v1/mneme/memories', record)).json).toMatchObject({ outcome: 'created' });
    const found = await post('/v1/mneme/retrieve', { query: 'bullet points' });
    expect(found.json).toMatchObject({ memories: [{ content: 'Prefers bullet points' }] });

    await place.json(mneme`keys revoke ${created.id} --db ${db}`);
    expect((await ask(server, created.key, { path: '/v1/memory_stores' })).status).toBe(401);
    const { keys } = await place.json<{ keys: object[] }>(mneme`keys --db ${db}`);
    expect(keys).toEqual([
      expect.objectContaining({ id: created.id, revokedAt: expect.any(String) }),
    ]);
    expect(JSON.stringify(keys)).not.toContain(created.key.slice(-20));

    expect(await server.stop()).toBe(0);
    expect(server.log()).toContain('"status":401');
    for (const secret of ['private', created.key.slice(-20)]) {
      expect(server.log()).not.toContain(secret);
    }
  });

  it('read keys from a file, and a running server sees its changes', async () => {
    const keys = place.path('keys.json');
    const create = (scope: string) =>
      place.json<CreatedKey>(mneme`keys create --keys ${keys} --scope ${scope}`);
    const first = await create('user:ada');
    const server = await serve(place, mneme`--db ${place.path('keyed.db')} --keys ${keys}`);
    const statusOf = async ({ key }: CreatedKey) =>
      (await ask(server, key, { path: '/v1/mneme/stats' })).status;
    const second = await create('user:bob');
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
    await place.json(mneme`keys revoke ${first.id} --keys ${keys}`);
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
    const listed = await place.json<{ keys: object[] }>(mneme`keys --keys ${keys}`);
    expect(listed.keys).toHaveLength(2);
    place.write('keys.json', ['{"version": 1,']);
    expect([await statusOf(first), await statusOf(second)]).toEqual([500, 500]);
    expect(await server.stop()).toBe(0);
  });

  it('refuse a missing or damaged file before they open anything', async () => {
    const missing = place.path('none.json');
    const damaged = place.write('damaged.json', ['{"version": 1,']);
    for (const argv of [['serve', '--port', '0'], ['keys'], ['keys', 'revoke', 'key_1']]) {
      const none = await place.run(mneme`${argv} --keys ${missing}`);
      expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('mneme keys create')]);
      const bad = await place.run(mneme`${argv} --keys ${damaged}`);
      expect([bad.code, bad.stderr]).toEqual([1, expect.stringContaining(damaged)]);
    }
    expect(existsSync(missing)).toBe(false);
  });

  it('end with a message when something fails after the server listens', async () => {
    const lines: string[] = [];
    let url = '';
    const code = await main(mneme`serve --port 0 --db ${place.path('broken.db')}`, {
      environment: readEnvironment({}, { home: place.folder }),
      stdin: Readable.from([]),
      stdout: {
        write(text) {
          url = text.trim().split(' ').at(-1) ?? '';
          throw new Error('the pipe is broken');
        },
      },
      stderr: { write: (text) => lines.push(text) },
      signal: new AbortController().signal,
      now: () => new Date(),
    });
    expect([code, lines.join('')]).toEqual([1, expect.stringContaining('the pipe is broken')]);
    expect(url).toMatch(/^http:/);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  it('end at SIGTERM although a model never answers, and tell whoever waits for it', async () => {
    const endpoint = createServer();
    await once(endpoint.listen(0, '127.0.0.1'), 'listening');
    const { port } = endpoint.address() as AddressInfo;
    endpoint.once('request', (_, response) => {
      const data = [{ index: 0, embedding: [1, 0, 0, 0] }];
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
    });
    const db = place.path('model.db');
    const { key } = await place.json<CreatedKey>(mneme`keys create --db ${db} --scope user:ada`);
    const server = await serve(
      place,
      mneme`--db ${db} --grace-ms 100 --embedder ${`http:http://127.0.0.1:${port}/v1#letters`}`,
      { alone: 'SIGTERM' },
    );
    const waits = once(endpoint, 'request');
    const answer = ask(server, key, {
      method: 'POST',
      path: '/v1/mneme/retrieve',
      body: { query: 'tea' },
    });
    await waits;
    // The signal has ended it.
    expect(await server.stop()).toBe(null);
    expect(await answer).toMatchObject({ status: 503, json: { error: { type: 'api_error' } } });
    endpoint.closeAllConnections();
    endpoint.close();
  });

  it('take limits in their units, and name one that does not fit the store', async () => {
    const db = place.path('limits.db');
    for (const [options, message] of [
      [mneme`--connections 5`, /--connections is for a store at postgres:.*leave it out/],
      [mneme`--cache-bytes 1000`, /--cache-bytes is for a store at postgres:/],
      [mneme`--grace-ms 0`, /--grace-ms is 0/],
      [mneme`--keep-alive-ms 2147483648`, /--keep-alive-ms is 2147483648/],
      [mneme`--trusted-proxy balancer`, /--trusted-proxy has "balancer": give the address/],
    ] as const) {
      const { code, stderr } = await place.run(mneme`serve --port 0 --db ${db} ${options}`);
      expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
    }
    const limited = await serve(
      place,
      mneme`--db ${db} --timeout-ms 1000 --keep-alive-ms 65000 --grace-ms 1000 --trusted-proxy 10.0.0.0/8`,
    );
    const { headers } = await fetch(`${limited.url}/healthz`);
    expect(headers.get('keep-alive')).toBe('timeout=65');
    expect(await limited.stop()).toBe(0);
  });

  it('say how to create the first key', async () => {
    const server = await serve(place, mneme`--db ${place.path('keyless.db')}`);
    await server.stop();
    expect(server.log()).toMatch(/no key yet, so every request is refused.*mneme keys create/);
  });
});
