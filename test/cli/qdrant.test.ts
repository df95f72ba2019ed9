import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mneme, Workplace } from './mneme.ts';
import { describeOnQdrant } from './on-qdrant.ts';
import { ask, serve } from './serving.ts';

describeOnQdrant('mneme on Qdrant', (seat) => {
  const place = new Workplace();
  let address: string;
  let env: Record<string, string>;
  beforeAll(() => {
    ({ address, env } = seat());
  });
  afterAll(() => place.remove());
  const json = <T>(argv: readonly string[]) => place.json<T>(argv, { env });

  it('stores and retrieves in the collection of --db, which db copy fills and empties', async () => {
    const { id } = await json<{ id: string }>(mneme`store "Prefers window seats" --db a.db`);
    await json(mneme`keys create --db a.db`);
    const there = await json<object>(mneme`db copy --from sqlite:a.db --to ${address}`);
    expect(there).toMatchObject({ scopes: [{ records: 1, known: 0 }], left: ['keys'] });
    const stored = await json<{ id: string }>(mneme`store "Prefers green tea" --db ${address}`);
    const back = await json<object>(mneme`db copy --from ${address} --to sqlite:a.db`);
    expect(back).toMatchObject({ scopes: [{ records: 2, known: 1 }] });
    for (const db of [address, 'a.db']) {
      const { memories } = await json<{ memories: { id: string }[] }>(
        mneme`retrieve "tea or window seats?" --db ${db}`,
      );
      expect(memories.map((memory) => memory.id).sort()).toEqual([id, stored.id].sort());
    }
  });

  it('creates no collection for a read', async () => {
    const absent = seat().another();
    for (let time = 0; time < 2; time += 1) {
      const { code, stderr } = await place.run(mneme`list --db ${absent}`, { env });
      expect([code, stderr]).toEqual([1, expect.stringMatching(/no collection .*not_found/)]);
    }
  });

  it('is not served without a place for keys', async () => {
    for (const argv of [mneme`serve --port 0`, mneme`keys create`]) {
      const { code, stdout, stderr } = await place.run(mneme`${argv} --db ${address}`, { env });
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/qdrant backend has no keys.*--keys.*--documents/);
    }
  });

  it('is served without documents if a file has the keys', async () => {
    const { key } = await json<{ key: string }>(mneme`keys create --keys keys.json`);
    const server = await serve(place, mneme`--db ${address} --keys keys.json`, { env });
    const body = { query: 'green tea' };
    const found = await ask(server, key, { method: 'POST', path: '/v1/mneme/retrieve', body });
    expect(found.json).toMatchObject({ memories: [{ content: 'Prefers green tea' }, {}] });
    expect(await server.stop()).toBe(0);
    expect(server.log()).toMatch(/has no documents.*--documents/);
  });

  it('is served with documents if a SQLite file has documents and keys, and erased with them', async () => {
    const stores = ['--db', seat().another(), '--documents', 'beside.db'];
    const { key } = await json<{ key: string }>(mneme`keys create ${stores} --scope ada`);
    const server = await serve(place, stores, { env });
    const post = async (path: string, body: object) => {
      const { status, json } = await ask(server, key, { method: 'POST', path, body });
      expect([status, json]).toEqual([200, json]);
      return json;
    };
    await post('/v1/mneme/memories', { content: 'Forget me' });
    const { id } = await post('/v1/memory_stores', { name: 'Notes' });
    const document = { path: '/plan.md', content: 'Ship on Friday' };
    await post(`/v1/memory_stores/${id}/memories`, document);
    const found = await post(`/v1/mneme/memory_stores/${id}/search`, { query: 'ship' });
    expect(found).toMatchObject({ documents: [{ path: '/plan.md' }] });
    expect(await server.stop()).toBe(0);
    const listed = () => json(mneme`documents ${stores} --scope ada`);
    expect(await listed()).toMatchObject({ stores: [{ id }] });
    expect(await json(mneme`scopes erase ada --yes ${stores}`)).toMatchObject({ records: 1 });
    expect(await listed()).toEqual({ stores: [] });
    expect(readFileSync('beside.db').includes('Ship on Friday')).toBe(false);
  });
});
