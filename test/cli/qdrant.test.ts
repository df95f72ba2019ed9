import { afterAll, beforeAll, expect, it } from 'vitest';
import { Workplace } from './mneme.ts';
import { describeOnQdrant } from './on-qdrant.ts';

describeOnQdrant('mneme on Qdrant', (seat) => {
  const workplace = new Workplace();
  let address: string;
  let env: Record<string, string>;
  beforeAll(() => {
    ({ address, env } = seat());
  });
  afterAll(() => workplace.remove());

  it('stores and retrieves where --backend says', async () => {
    const stored = await workplace.json<{ id: string }>(
      ['store', 'Prefers window seats', '--backend', address],
      { env },
    );
    const { memories } = await workplace.json<{ memories: { id: string }[] }>(
      ['retrieve', 'window seats', '--backend', address],
      { env },
    );
    expect(memories.map(({ id }) => id)).toEqual([stored.id]);
  });

  it('takes the address by --db and from MNEME_DB too', async () => {
    const stats = await workplace.json<{ current: number; backend: string }>(
      ['stats', '--db', address],
      { env },
    );
    expect(stats.backend).toBe('qdrant');
    const same = await workplace.json<{ current: number }>(['stats'], {
      env: { ...env, MNEME_DB: address },
    });
    expect([stats.current, same.current]).toEqual([1, 1]);
  });

  it('refuses --db and --backend together', async () => {
    const { code, stderr } = await workplace.run(['stats', '--db', address, '--backend', address]);
    expect(code).toBe(2);
    expect(stderr).toContain('--backend');
  });
});
