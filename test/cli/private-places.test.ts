import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { mneme, Workplace } from './mneme.ts';

const place = new Workplace();
afterAll(() => place.remove());

const below = (folder: string) => readdirSync(folder, { recursive: true }).sort();

describe.skipIf(process.platform === 'win32')('a command (modes and HOME of Unix)', () => {
  it.each(['', '.', 'relative'])(
    'puts neither code nor a store into the current folder if HOME is "%s", and says what to do',
    async (HOME) => {
      const before = below(place.folder);
      const stored = await place.runAlone(mneme`store "Prefers tea"`, { env: { HOME } });
      expect(stored.code).toBe(2);
      expect(stored.stderr).toMatch(
        /no home folder, so there is no default store.*--db or MNEME_DB/,
      );
      const inited = await place.runAlone(mneme`config init --yes`, { env: { HOME } });
      expect([inited.code, inited.stderr]).toEqual([2, expect.stringContaining('MNEME_CONFIG')]);
      const shown = await place.runAlone(mneme`config`, { env: { HOME } });
      expect([shown.code, shown.stderr]).toEqual([0, '']);
      expect(below(place.folder)).toEqual(before);
    },
  );

  it('uses a named store without a home', async () => {
    const options = { env: { HOME: '', NODE_COMPILE_CACHE: '' }, alone: true };
    const db = place.path('named.db');
    await place.json(mneme`store "Prefers tea" --db ${db}`, options);
    expect(await place.json(mneme`list --db ${db}`, options)).toMatchObject({
      memories: [{ content: 'Prefers tea' }],
    });
  });

  it('keeps code and store from other users with a umask of 0, and trusts no code that others could write', async () => {
    const home = place.path('home');
    const cache = join(home, '.cache', 'mneme');
    mkdirSync(cache, { recursive: true });
    writeFileSync(join(cache, 'planted'), 'code of somebody else');
    chmodSync(cache, 0o777);
    const env = { HOME: home, NODE_COMPILE_CACHE: '' };
    const umask = process.umask(0);
    const running = place.runAlone(mneme`store "Prefers tea"`, { env });
    process.umask(umask);
    expect((await running).code).toBe(0);
    const store = join(home, '.local', 'share', 'mneme');
    for (const folder of [cache, store]) expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of below(store))
      expect(statSync(join(store, String(name))).mode & 0o077).toBe(0);
    expect(below(cache)).not.toContain('planted');
    expect(below(cache)).not.toEqual([]);
  });

  it('keeps no code in a folder that others can replace', async () => {
    const home = place.path('shared-home');
    mkdirSync(join(home, '.cache'), { recursive: true });
    chmodSync(join(home, '.cache'), 0o777);
    const env = { HOME: home, NODE_COMPILE_CACHE: '' };
    expect((await place.runAlone(mneme`store "Prefers tea"`, { env })).code).toBe(0);
    expect(below(join(home, '.cache'))).toEqual(['mneme']);
  });
});
