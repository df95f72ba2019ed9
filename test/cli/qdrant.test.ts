import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mneme, Workplace } from './mneme.ts';
import { describeOnQdrant } from './on-qdrant.ts';
import { ask, serve } from './serving.ts';

const place = new Workplace();
afterAll(() => place.remove());

describe('mneme beside a Qdrant that is down', () => {
  const db = 'qdrant:http://127.0.0.1:1/memories';
  const at = ['--db', db, '--rows', 'down.db'];

  it('writes to the rows, answers from them, and says so', async () => {
    await place.json(mneme`store "Prefers window seats" ${at}`);
    const { code, stdout, stderr } = await place.run(mneme`retrieve "window seats" ${at}`);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Prefers window seats')]);
    expect(stderr).toMatch(/searched without the qdrant index: .*127\.0\.0\.1:1/);
    const found = await place.json<object>(mneme`retrieve "window seats" --db down.db`);
    expect(found).not.toHaveProperty('degraded');
  });

  it('takes the rows of MNEME_ROWS, or the user’s own store', async () => {
    const env = { MNEME_ROWS: place.path('named.db') };
    await place.json(mneme`store "Prefers green tea" --db ${db}`, { env });
    await place.json(mneme`store "Prefers milk" --db ${db}`);
    const listed = async (argv: string[]) => {
      const { memories } = await place.json<{ memories: { content: string }[] }>(argv);
      return memories.map(({ content }) => content);
    };
    expect(await listed(mneme`list --db named.db`)).toEqual(['Prefers green tea']);
    expect(await listed(mneme`list`)).toEqual(['Prefers milk']);
  });

  it('refuses rows for another store, rows in Qdrant, and a copy without rows', async () => {
    const says = async (argv: string[], text: RegExp) => {
      const { code, stderr } = await place.run(argv);
      expect([code, stderr]).toEqual([2, expect.stringMatching(text)]);
    };
    await says(mneme`list --db down.db --rows other.db`, /--rows is only for a store at qdrant:/);
    await says(mneme`list --db ${db} --rows ${db}`, /--rows is no store of rows/);
    await says(mneme`db copy --from ${db} --to sqlite:copy.db`, /rows is missing: Qdrant is only/);
  });
});

describeOnQdrant('mneme on Qdrant', (seat) => {
  let at: string[];
  let env: Record<string, string>;
  beforeAll(() => {
    const { address } = seat();
    at = ['--db', address, '--rows', 'a.db'];
    ({ env } = seat());
  });
  const json = <T>(argv: readonly string[]) => place.json<T>(argv, { env });

  it('finds in the collection of --db what a SQLite file had before', async () => {
    const { id } = await json<{ id: string }>(mneme`store "Prefers window seats" --db a.db`);
    const stored = await json<{ id: string }>(mneme`store "Prefers green tea" ${at}`);
    for (const where of [at, ['--db', 'a.db']]) {
      const found = await json<{ memories: { id: string }[] }>(
        mneme`retrieve "tea or window seats?" ${where}`,
      );
      expect(found).not.toHaveProperty('degraded');
      expect(found.memories.map((memory) => memory.id).sort()).toEqual([id, stored.id].sort());
    }
  });

  it('is served with documents and keys, and erased with them', async () => {
    const { key } = await json<{ key: string }>(mneme`keys create ${at} --scope ada`);
    const server = await serve(place, at, { env });
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
    const retrieved = await post('/v1/mneme/retrieve', { query: 'forget' });
    expect(retrieved).toMatchObject({ memories: [{ content: 'Forget me' }] });
    expect(await server.stop()).toBe(0);
    const listed = () => json(mneme`documents ${at} --scope ada`);
    expect(await listed()).toMatchObject({ stores: [{ id }] });
    expect(await json(mneme`scopes erase ada --yes ${at}`)).toMatchObject({ records: 1 });
    expect(await listed()).toEqual({ stores: [] });
    expect(readFileSync('a.db').includes('Ship on Friday')).toBe(false);
  });
});
