import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { serveMcp } from '@mneme/mcp';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, describe, expect, it } from 'vitest';
import { binary, ended, mneme, Workplace } from '../cli/mneme.ts';
import { serve } from '../cli/serving.ts';
import { openMemory } from '../memory.ts';

const place = new Workplace();
afterAll(() => place.remove());

const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
const environment = { PATH, NODE_COMPILE_CACHE, HOME: place.folder, TMPDIR: place.folder };

/** Starts the server like a client: with a command and an almost empty environment. */
async function connect(argv: readonly string[]) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [binary, 'mcp', ...argv],
    env: environment,
    stderr: 'ignore',
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  return { client, pid: transport.pid as number };
}

/** The first message of a client that speaks the protocol itself. */
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
};

async function store(client: Client, content: string): Promise<string> {
  const { structuredContent } = await client.callTool({
    name: 'memory_store',
    arguments: { content },
  });
  return (structuredContent as { memory_id: string }).memory_id;
}

/** Within two seconds, or ten times as long as a process needs that does nothing, on a machine that is busy meanwhile. */
async function endsInTime(ended: Promise<unknown>): Promise<void> {
  const started = performance.now();
  const idle = once(spawn(process.execPath, ['--eval', '']), 'exit');
  const [tookMs, idleMs] = await Promise.all(
    [ended, idle].map((end) => end.then(() => performance.now() - started)),
  );
  expect(tookMs).toBeLessThan(Math.max(2000, 10 * idleMs!));
}

describe('mneme mcp', () => {
  it('loses nothing if several use one file, and finds only memories of its scope', async () => {
    const at = ['--db', place.path('several.db'), '--scope'];
    // The first one, which makes the file, though it has no tool that writes.
    const ben = await connect([...at, 'ben', '--tools', 'records', '--read-only']);
    const [one, another] = await Promise.all([connect([...at, 'ada']), connect([...at, 'ada'])]);
    const ids = await Promise.all(
      Array.from({ length: 16 }, (_, number) =>
        store(
          (number % 2 ? one : another).client,
          `Ticket ${number} of crate ${number * 7} is paid`,
        ),
      ),
    );
    expect(new Set(ids).size).toBe(16);
    const found = async ({ client }: typeof one, limit: number) => {
      const search = { name: 'memory_retrieve', arguments: { query: 'tickets', limit } };
      const { structuredContent } = await client.callTool(search);
      return (structuredContent as { memories: { id: string }[] }).memories.map(({ id }) => id);
    };
    for (const server of [one, another])
      expect((await found(server, 20)).sort()).toEqual(ids.toSorted());
    expect(await found(ben, 20)).toEqual([]);
    const { tools } = await ben.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['memory_retrieve', 'memory_history']);
    for (const { client } of [one, another, ben]) await client.close();
  });

  it('ends on SIGTERM, and keeps acknowledged writes', async () => {
    const db = place.path('ended.db');
    const { client, pid } = await connect(['--db', db]);
    const id = await store(client, 'Ada drinks green tea');
    const closed = new Promise<void>((resolve) => {
      client.onclose = resolve;
    });
    process.kill(pid, 'SIGTERM');
    await endsInTime(closed);
    expect(await place.json(mneme`get ${id} --db ${db}`)).toMatchObject({ id });
  });

  it('exits with success when the client closes its pipe, even during a call', async () => {
    const db = place.path('closed.db');
    const child = place.start(mneme`mcp --db ${db}`);
    const run = ended(child);
    const send = (message: object) =>
      child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    send(initialize);
    await once(createInterface(child.stdout!), 'line');
    for (let id = 2; id < 20; id++) {
      const given = { name: 'memory_store', arguments: { content: `Hive ${id} gave honey` } };
      send({ id, method: 'tools/call', params: given });
    }
    child.stdin?.end();
    await endsInTime(run);
    const { code, stdout } = await run;
    expect(code).toBe(0);
    for (const line of stdout.trim().split('\n')) expect(JSON.parse(line).jsonrpc).toBe('2.0');
    expect((await place.run(mneme`db stats --db ${db}`)).code).toBe(0);
  });

  it('refuses a message that is too long, and answers the next one', async () => {
    const memory = await openMemory();
    const [input, output, errors] = [new PassThrough(), new PassThrough(), [] as Error[]];
    const onError = (error: Error) => errors.push(error);
    const ended = serveMcp({ scope: memory.scope('ada'), input, output, onError });
    const lines = createInterface(output)[Symbol.asyncIterator]();
    const long = JSON.stringify({ ...initialize, id: 0, padding: 'x'.repeat(12 * 1024 * 1024) });
    input.write(`${long}\n${JSON.stringify(initialize)}\n`);
    const answer = async () => JSON.parse((await lines.next()).value as string);
    expect(await answer()).toMatchObject({ id: null, error: { code: -32600 } });
    expect(await answer()).toMatchObject({ id: 1, result: { serverInfo: {} } });
    expect(errors[0]?.message).toContain('more than 8388608 bytes');
    input.end();
    await ended;
    await memory.close();
  });

  it('ends and closes its store when its client is killed during calls', async () => {
    const db = place.path('killed.db');
    const calls = Array.from({ length: 20 }, (_, number) => {
      const given = { name: 'memory_store', arguments: { content: `Hive ${number} gave honey` } };
      return { jsonrpc: '2.0', id: number + 2, method: 'tools/call', params: given };
    });
    const lines = [initialize, ...calls].map((message) => `${JSON.stringify(message)}\n`).join('');
    const program = `
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ${JSON.stringify([binary, 'mcp', '--db', db])}, { stdio: ['pipe', 'pipe', 'inherit'] });
      child.stdout.once('data', () => child.stdout.once('data', () => console.log('answered')));
      child.stdin.write(${JSON.stringify(lines)});
    `;
    const client = spawn(process.execPath, ['-e', program], { env: environment });
    await once(createInterface(client.stdout), 'line');
    // The server inherits this stderr, so it closes when the server ends. Its process id may remain longer.
    const closed = once(client.stderr.resume(), 'close');
    client.kill('SIGKILL');
    await once(client, 'exit');
    await endsInTime(closed);
    expect(existsSync(`${db}-wal`)).toBe(false);
  });
});

describe('mneme serve', () => {
  it('serves MCP with the key of a scope', async () => {
    const db = place.path('served.db');
    const { key } = await place.json<{ key: string }>(mneme`keys create --scope ada --db ${db}`);
    const server = await serve(place, mneme`--db ${db}`);
    const answer = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'memory_store', arguments: { content: 'Ada drinks green tea' } },
      }),
    });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('created')]);
    await server.stop();
    expect(await place.json(mneme`list --scope ada --db ${db}`)).toMatchObject({
      memories: [{ content: 'Ada drinks green tea' }],
    });
  });
});
