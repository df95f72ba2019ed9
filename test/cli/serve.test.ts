import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';
import { repositoryRoot, Workplace } from './mneme.ts';

const place = new Workplace();
afterAll(() => place.remove());

it('mneme serve and mneme key open a store to any client, and revoke it again', async () => {
  const db = place.path('ada.db');
  const created = await place.json<{ id: string; key: string }>([
    ...['key', 'create', '--db', db, '--scope', 'user:ada', '--access', 'read_write'],
  ]);
  expect(created).toEqual({
    id: expect.stringMatching(/^key_/),
    key: expect.stringContaining(created.id),
    scope: 'user:ada',
    access: 'read_write',
  });
  const bin = join(repositoryRoot, 'packages/cli/src/bin.ts');
  const server = spawn(process.execPath, [bin, 'serve', '--db', db, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  server.stderr.on('data', (data) => {
    log += data;
  });
  const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
  const [, url] = /^listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(line) ?? [];
  const headers = { 'x-api-key': created.key, 'anthropic-beta': 'agent-memory-2026-07-22' };
  const post = (path: string, body: object) =>
    fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const store = (await (await post('/v1/memory_stores', { name: 'Notes' })).json()) as {
    id: string;
  };
  const memories = `/v1/memory_stores/${store.id}/memories`;
  expect((await post(memories, { path: '/private-path', content: 'private words' })).status).toBe(
    200,
  );
  const record = { content: 'Prefers bullet points', category: 'user_preference', importance: 5 };
  expect(await (await post('/v1/mneme/memories', record)).json()).toMatchObject({
    outcome: 'created',
  });
  const found = await (await post('/v1/mneme/retrieve', { query: 'bullet points' })).json();
  expect(found).toMatchObject({ memories: [{ content: 'Prefers bullet points' }] });

  await place.json(['key', 'revoke', created.id, '--db', db]);
  expect((await fetch(`${url}/v1/memory_stores`, { headers })).status).toBe(401);
  const { keys } = await place.json<{ keys: object[] }>(['key', 'list', '--db', db]);
  expect(keys).toEqual([
    expect.objectContaining({ id: created.id, revokedAt: expect.any(String) }),
  ]);
  expect(JSON.stringify(keys)).not.toContain(created.key.slice(-20));

  server.kill('SIGTERM');
  const [code] = await once(server, 'exit');
  expect(code).toBe(0);
  expect(log).toContain('"status":401');
  for (const secret of ['private', created.key.slice(-20)]) expect(log).not.toContain(secret);
});
