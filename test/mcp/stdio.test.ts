import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, describe, expect, it } from 'vitest';
import { binary, ended, mneme, Workplace } from '../cli/mneme.ts';
import { serve } from '../cli/serving.ts';

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
  it('finds a memory that another process stored', async () => {
    const db = place.path('two.db');
    const first = await connect(['--db', db, '--scope', 'ada']);
    const id = await store(first.client, 'Ada drinks green tea');
    await first.client.close();
    const second = await connect(['--db', db, '--scope', 'ada']);
    const search = { name: 'memory_retrieve', arguments: { query: 'which tea?' } };
    expect((await second.client.callTool(search)).structuredContent).toMatchObject({
      memories: [{ id }],
    });
    await second.client.close();
    const other = await connect(['--db', db, '--scope', 'ben']);
    expect((await other.client.callTool(search)).structuredContent).toMatchObject({ memories: [] });
    await other.client.close();
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'ends on %s, and keeps acknowledged writes',
    async (signal) => {
      const db = place.path(`${signal}.db`);
      const { client, pid } = await connect(['--db', db]);
      const id = await store(client, 'Ada drinks green tea');
      const closed = new Promise<void>((resolve) => {
        client.onclose = resolve;
      });
      process.kill(pid, signal);
      await endsInTime(closed);
      expect(await place.json(mneme`get ${id} --db ${db}`)).toMatchObject({ id });
    },
  );

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
    const child = place.start(mneme`mcp --db ${place.path('long.db')}`);
    const run = ended(child);
    const long = JSON.stringify({ ...initialize, id: 0, padding: 'x'.repeat(12 * 1024 * 1024) });
    const answered = new Promise<void>((resolve) => {
      let count = 0;
      createInterface(child.stdout!).on('line', () => ++count === 2 && resolve());
    });
    child.stdin?.write(`${long}\n${JSON.stringify(initialize)}\n`);
    await answered;
    child.stdin?.end();
    const { code, stdout, stderr } = await run;
    expect(code).toBe(0);
    expect(stderr).toContain('more than 8388608 bytes');
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers).toMatchObject([
      { id: null, error: { code: -32600 } },
      { id: 1, result: { serverInfo: {} } },
    ]);
  });

  it('ends when its client is killed', async () => {
    const db = place.path('killed.db');
    const program = `
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ${JSON.stringify([binary, 'mcp', '--db', db])}, { stdio: ['pipe', 'pipe', 'inherit'] });
      child.stdout.once('data', () => console.log('connected'));
      child.stdin.write(${JSON.stringify(`${JSON.stringify(initialize)}\n`)});
    `;
    const client = spawn(process.execPath, ['-e', program], { env: environment });
    await once(createInterface(client.stdout), 'line');
    // The server inherits this stderr, so it closes when the server ends. Its process id may remain longer.
    const closed = once(client.stderr.resume(), 'close');
    client.kill('SIGKILL');
    await once(client, 'exit');
    await endsInTime(closed);
  });

  it('loses nothing if several servers use one file', async () => {
    const db = place.path('several.db');
    const servers = await Promise.all([1, 2, 3].map(() => connect(['--db', db])));
    const ids = await Promise.all(
      servers.flatMap(({ client }, writer) =>
        Array.from({ length: 8 }, (_, number) =>
          store(client, `Ticket ${writer}${number} of crate ${number * 7 + writer} is paid`),
        ),
      ),
    );
    await Promise.all(servers.map(({ client }) => client.close()));
    const { memories } = await place.json<{ memories: { id: string }[] }>(
      mneme`list --limit 100 --db ${db}`,
    );
    expect(memories.map(({ id }) => id).sort()).toEqual([...new Set(ids)].sort());
    expect(new Set(ids).size).toBe(24);
  });

  it('lists the requested tools', async () => {
    const db = place.path('tools.db');
    const { client } = await connect(['--db', db, '--tools', 'records', '--read-only']);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['memory_retrieve', 'memory_history']);
    await client.close();
    const { code, stderr } = await place.run(mneme`mcp --db ${db} --tools some`);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--tools')]);
  });
});

describe('mneme serve', () => {
  it('serves MCP with the key of a scope', async () => {
    const db = place.path('served.db');
    const { key } = await place.json<{ key: string }>(mneme`keys create --scope ada --db ${db}`);
    const server = await serve(place, mneme`--db ${db}`);
    const ask = (headers: Record<string, string>) =>
      fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'memory_store', arguments: { content: 'Ada drinks green tea' } },
        }),
      });
    expect((await ask({})).status).toBe(401);
    const answer = await ask({ authorization: `Bearer ${key}` });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('created')]);
    expect(
      (await ask({ authorization: `Bearer ${key}`, origin: 'https://evil.example' })).status,
    ).toBe(403);
    await server.stop();
    expect(await place.json(mneme`list --scope ada --db ${db}`)).toMatchObject({
      memories: [{ content: 'Ada drinks green tea' }],
    });
  });
});
