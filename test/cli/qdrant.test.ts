import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mneme, Workplace } from './mneme.ts';
import { describeOnQdrant } from './on-qdrant.ts';

describeOnQdrant('mneme on Qdrant', (seat) => {
  const workplace = new Workplace();
  let address: string;
  let env: Record<string, string>;
  beforeAll(() => {
    ({ address, env } = seat());
  });
  afterAll(() => workplace.remove());

  it('stores and retrieves in the backend of --backend', async () => {
    const stored = await workplace.json<{ id: string }>(
      mneme`store "Prefers window seats" --db ${address}`,
      { env },
    );
    const { memories } = await workplace.json<{ memories: { id: string }[] }>(
      mneme`retrieve "window seats" --db ${address}`,
      { env },
    );
    expect(memories.map(({ id }) => id)).toEqual([stored.id]);
  });

  it('also takes the address from --db and MNEME_DB', async () => {
    const stats = await workplace.json<{ current: number; backend: string }>(
      mneme`db stats --db ${address}`,
      { env },
    );
    expect(stats.backend).toBe('qdrant');
    const same = await workplace.json<{ current: number }>(mneme`db stats`, {
      env: { ...env, MNEME_DB: address },
    });
    expect([stats.current, same.current]).toEqual([1, 1]);
  });

  it('also erases the documents in the file of --documents', async () => {
    const stores = ['--db', address, '--documents', workplace.path('beside.db')];
    const beside = [...stores, '--scope', 'gone'];
    const folder = workplace.path('notes');
    mkdirSync(folder);
    writeFileSync(join(folder, 'plan.md'), 'Ship on Friday');
    await workplace.json(mneme`documents import notes ${folder} ${beside}`, { env });
    await workplace.json(mneme`store "Forget me" --db ${address} --scope gone`, { env });
    await workplace.json(mneme`scopes erase gone --yes ${stores}`, { env });
    const left = await workplace.json<{ stores: object[] }>(mneme`documents ${beside}`, {
      env,
    });
    expect(left.stores).toEqual([]);
    expect(readFileSync(workplace.path('beside.db')).includes('Ship on Friday')).toBe(false);
  });

  it('creates no collection for a read', async () => {
    const absent = seat().another();
    for (let time = 0; time < 2; time += 1) {
      const { code, stderr } = await workplace.run(mneme`list --db ${absent}`, { env });
      expect(code).toBe(1);
      expect(stderr).toMatch(/there is no collection .*not_found/);
    }
  });

  it('filters by metadata, updates and accepts short ids', async () => {
    const at = ['--db', address, '--scope', 'metadata'];
    const run = <T>(...argv: string[]) => workplace.json<T>([...argv, ...at], { env });
    const { id } = await run<{ id: string }>('store', 'Prefers tea', '--metadata', 'project=heron');
    await run('store', 'Prefers window seats', '--metadata', 'project=egret');
    const short = id.slice(-8);
    const { replaced } = await run<{ replaced: string }>('update', short, 'Prefers green tea');
    const { memories: found } = await run<{ memories: object[] }>(
      ...['retrieve', 'what to drink?', '--where', 'project=heron'],
    );
    expect(found).toMatchObject([{ id, content: 'Prefers green tea' }]);
    const { history } = await run<{ history: { id: string; version: number }[] }>(
      ...['get', id, '--why'],
    );
    expect(history.map((record) => [record.id, record.version])).toEqual([
      [replaced, 1],
      [id, 2],
    ]);
  });
});
