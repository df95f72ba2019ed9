import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { mneme, Workplace } from './mneme.ts';
import { describeOnPostgres } from './on-postgres.ts';
import { ask, type Serving, serve } from './serving.ts';

describeOnPostgres('mneme on PostgreSQL', (another) => {
  const place = new Workplace();
  afterAll(() => place.remove());

  it('stores, finds, updates and erases records and documents in the database of --db', async () => {
    const db = another();
    const run = <T>(...argv: string[]) => place.json<T>(mneme`${argv} --db ${db} --scope ada`);
    const { id } = await run<{ id: string }>('store', 'Prefers tea', '--metadata', 'project=heron');
    await run('store', 'Prefers window seats', '--metadata', 'project=egret');
    await run('update', id.slice(0, 8), 'Prefers green tea');
    const { memories } = await run<{ memories: object[] }>(
      ...['retrieve', 'what to drink?', '--where', 'project=heron'],
    );
    expect(memories).toMatchObject([{ id, content: 'Prefers green tea' }]);
    expect(await run('db', 'stats')).toMatchObject({
      backend: 'postgres',
      current: 2,
      superseded: 1,
    });
    const folder = place.path('notes');
    mkdirSync(folder);
    writeFileSync(join(folder, 'plan.md'), 'Ship on Friday');
    await run('documents', 'import', 'notes', folder);
    expect(await run('documents')).toMatchObject({ stores: [{ name: 'notes' }] });
    const erased = await place.json<object>(mneme`scopes erase ada --yes --db ${db}`);
    expect(erased).toMatchObject({ records: 3 });
    expect(await run('documents')).toMatchObject({ stores: [] });
    expect(await run('list')).toMatchObject({ memories: [] });
  });

  it('creates no store for a read, and prints no password', async () => {
    const { code, stderr } = await place.run(mneme`list --db ${another()}`);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/has no store of Mneme.*not_found/)]);
    const secret = another().replace('postgres@', 'postgres:hunter2@');
    const shown = await place.run(mneme`config --db ${secret}`);
    const refused = await place.run(['list', '--db', 'postgres://ada:hunter2@127.0.0.1:1/']);
    expect(refused.code).toBe(2);
    for (const text of [shown.stdout, refused.stderr]) expect(text).not.toContain('hunter2');
  });

  it('serves from two servers: a write or revoked key at one applies to the next request at the other', async () => {
    const db = another();
    const newKey = () =>
      place.json<{ id: string; key: string }>([
        ...['keys', 'create', '--db', db, '--scope', 'ada', '--access', 'read_write'],
      ]);
    const { key } = await newKey();
    const servers = [
      await serve(place, mneme`--db ${db}`),
      await serve(place, mneme`--db ${db}`, { alone: 'SIGTERM' }),
    ] as const;
    const send = async (at: number, request: Parameters<typeof ask>[2]) => {
      const { status, json } = await ask(servers[at % 2] as Serving, key, request);
      expect([status, json]).toEqual([200, json]);
      return json;
    };
    const post = (at: number, path: string, body: object) =>
      send(at, { method: 'POST', path, body });
    const found = async (at: number, query: string) => {
      const { memories } = await post(at, '/v1/mneme/retrieve', { query });
      return (memories as unknown as { content: string }[]).map(({ content }) => content);
    };
    for (const [at, city] of ['Oslo', 'Lima', 'Accra', 'Hanoi'].entries()) {
      const content = `The office in ${city} opens in May`;
      const memory = { content, category: 'factual_knowledge' };
      const { id } = await post(at, '/v1/mneme/memories', memory);
      expect((await found(at + 1, city))[0]).toBe(content);
      await send(at + 1, { method: 'DELETE', path: `/v1/mneme/memories/${id}` });
      expect(await found(at, city)).not.toContain(content);
    }
    const { id: store } = await post(0, '/v1/memory_stores', { name: 'Notes' });
    const documents = `/v1/memory_stores/${store}/memories`;
    const { id } = await post(0, documents, { path: '/a.md', content: 'one' });
    const path = `${documents}/${id}`;
    for (const [at, content] of ['two', 'three', 'four'].entries()) {
      await post(at, path, { content });
      expect(await send(at + 1, { path })).toMatchObject({ content });
    }
    // Both servers have accepted this key before it is revoked, and neither has seen the other key.
    const [own, later] = [await newKey(), await newKey()];
    const statuses = async (of: string) =>
      Promise.all(servers.map(async (server) => (await ask(server, of, { path })).status));
    expect(await statuses(own.key)).toEqual([200, 200]);
    for (const { id } of [own, later]) await place.json(mneme`keys revoke ${id} --db ${db}`);
    expect([await statuses(own.key), await statuses(later.key)]).toEqual([
      [401, 401],
      [401, 401],
    ]);
    for (const server of servers) expect(await server.stop()).toBe(0);
  });
});
