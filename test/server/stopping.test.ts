import { createMemory } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { mcpHandler } from '@mneme/mcp';
import { Keys, listen, memoryKeys, type RunningServer } from '@mneme/server';
import { storeBackend } from '@mneme/store';
import { MemoryRows } from '@mneme/store/memory';
import { afterEach, describe, expect, it } from 'vitest';
import { type RawClient, rawClient, requestLines } from '../../packages/server/test/sockets.ts';

const clients: RawClient[] = [];
let ended: (() => Promise<void>) | undefined;
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy();
  await ended?.();
});

/** A server whose embedder answers when it is released. */
async function start() {
  const embedder = staticEmbedder();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let asked = 0;
  let changed = () => {};
  const memory = await createMemory({
    backend: storeBackend(new MemoryRows()),
    embedder: {
      identity: () => embedder.identity(),
      async embed(texts, options) {
        asked += 1;
        changed();
        await held;
        return embedder.embed(texts, options);
      },
    },
  });
  const keys = new Keys(memoryKeys());
  const { key } = await keys.create({ scope: 'user:ada' });
  const server = await listen({ memory, keys, port: 0, mcp: mcpHandler() });
  const stops: Promise<void>[] = [];
  ended = async () => {
    release();
    await server.close({ graceMs: 0 }).catch(() => {}); // It was stopped by the test.
    await Promise.all(stops);
    await memory.close();
  };
  return {
    server,
    memory,
    key,
    release,
    stop(options: Parameters<RunningServer['close']>[0]) {
      const stopped = server.close(options);
      stops.push(stopped);
      return stopped;
    },
    /** Resolves when this many texts wait for the embedder. */
    async atWork(count: number) {
      while (asked < count)
        await new Promise<void>((resolve) => {
          changed = resolve;
        });
    },
  };
}

async function connected({ url }: RunningServer): Promise<RawClient> {
  const client = await rawClient(url);
  clients.push(client);
  return client;
}

function post(path: string, body: object, headers: Record<string, string>): string {
  const text = JSON.stringify(body);
  const length = { 'content-length': Buffer.byteLength(text), 'content-type': 'application/json' };
  return requestLines('POST', path, { host: '127.0.0.1', ...headers, ...length }) + text;
}

const answerOf = (text: string) => text.split('HTTP/1.1 ').at(-1) ?? '';

describe('a server that stops', () => {
  it('answers what it has begun and what idle connections still send, ends each of them, and is not ready', async () => {
    const { server, key, release, stop, atWork } = await start();
    const headers = { 'x-api-key': key };
    const [busy, idle, probe] = [
      await connected(server),
      await connected(server),
      await connected(server),
    ];
    for (const kept of [idle, probe]) {
      kept.socket.write(requestLines('GET', '/readyz', {}));
      expect(await kept.answers(1)).toMatch(/^HTTP\/1\.1 200 .*connection: keep-alive/is);
    }
    busy.socket.write(post('/v1/mneme/retrieve', { query: 'a seat' }, headers));
    await atWork(1);

    const stopped = stop({ graceMs: 60_000, drainMs: 60_000 });
    probe.socket.write(requestLines('GET', '/readyz', {}));
    expect(answerOf(await probe.answers(2))).toMatch(/^503 .*connection: close/is);
    await probe.closed;
    idle.socket.write(requestLines('GET', '/v1/mneme/stats', headers));
    expect(answerOf(await idle.answers(2))).toMatch(/^200 .*connection: close/is);
    await idle.closed;
    const late = await connected(server);
    late.socket.write(requestLines('GET', '/healthz', {}));
    expect(await late.answers(1)).toMatch(/^HTTP\/1\.1 200 .*connection: close/is);
    release();
    expect(await busy.answers(1)).toMatch(/^HTTP\/1\.1 200 .*connection: close/is);
    await stopped;
    expect(busy.text()).toContain('"memories"');
  });

  it('finishes a streamed answer of MCP', async () => {
    const { server, key, release, stop, atWork } = await start();
    const client = await connected(server);
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'memory_retrieve', arguments: { query: 'a seat' } },
    };
    const headers = {
      'x-api-key': key,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    };
    client.socket.write(post('/mcp', call, headers));
    await atWork(1);
    const stopped = stop({ graceMs: 60_000 });
    release();
    await stopped;
    await client.closed;
    expect(client.text()).toMatch(/^HTTP\/1\.1 200 /);
    expect(client.text()).toContain('text/event-stream');
    expect(client.text()).toContain('"result"');
  });

  it('answers 503 at the end of its time, instead of cutting a request off', async () => {
    const { server, key, stop, atWork } = await start();
    const client = await connected(server);
    client.socket.write(post('/v1/mneme/retrieve', { query: 'a seat' }, { 'x-api-key': key }));
    await atWork(1);
    await stop({ graceMs: 1 });
    await client.closed;
    expect(client.text()).toMatch(/^HTTP\/1\.1 503 .*retry-after: 1.*"api_error"/s);
  });

  it('is not alive when its memory is closed', async () => {
    const { server, memory } = await start();
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    await memory.close();
    expect((await fetch(`${server.url}/healthz`)).status).toBe(503);
  });
});
