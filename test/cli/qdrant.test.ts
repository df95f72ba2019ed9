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
});
