import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { move } from '../../drills/move.mjs';
import { whyNoBinary } from '../../tools/postgres-server.mjs';
import { mneme, Workplace } from './mneme.ts';

const place = new Workplace();
afterAll(() => place.remove());

const file = (name: string, text: string) => {
  writeFileSync(place.path(name), text, { mode: 0o600 });
  return place.path(name);
};
const named = (name: string, first: string, second: string) => {
  const databases = { main: { db: first }, second: { db: second, newScopes: false } };
  file(name, JSON.stringify(databases));
  return ['--db', `databases:${place.path(name)}`];
};
const contentsOf = async (scope: string, options: string[]) => {
  const { memories } = await place.json<{ memories: { content: string }[] }>(
    mneme`list --scope ${scope} ${options}`,
  );
  return memories.map(({ content }) => content);
};

describe('several databases on the command line', () => {
  it('are named by a file, listed, and scopes move between them', async () => {
    const db = named('databases.json', 'main.db', 'second.db');
    for (const scope of ['acme/ada', 'acme/bob', 'eve'])
      await place.json(mneme`store "likes tea" --scope ${scope} ${db}`);
    const { moved } = await place.json<{ moved: object[] }>(
      mneme`db move --prefix acme/ --to second ${db}`,
    );
    expect(moved).toMatchObject([
      { scope: 'acme/ada', from: 'main', to: 'second', remains: { bytes: 'removed' } },
      { scope: 'acme/bob', from: 'main', to: 'second' },
    ]);
    const { databases } = await place.json<{ databases: object[] }>(mneme`db list ${db}`);
    expect(databases).toMatchObject([
      { name: 'main', newScopes: true, scopes: 1, records: 1 },
      { name: 'second', newScopes: false, scopes: 2, records: 2 },
    ]);
    expect(await contentsOf('acme/ada', db)).toEqual(['likes tea']);
    const again = await place.run(mneme`db move acme/ada --to second ${db}`);
    expect(again.stdout).toContain('acme/ada is in second already');
    const unknown = await place.run(mneme`db move acme/ada --to third ${db}`);
    expect(unknown.stderr).toContain('the databases are main, second');
    const alone = await place.run(mneme`list --db ${place.path('second.db')}`);
    expect(alone.stderr).toContain('the database second of several');
  });

  it('may be sealed with one keyring, by which a scope is read wherever it moves', async () => {
    const master = file('master', randomBytes(32).toString('hex'));
    const keys = ['--keyring', place.path('keys'), '--master-key-file', master];
    const db = [...named('sealed.json', 'sealed-1.db', 'sealed-2.db'), ...keys];
    await place.json(mneme`store "Ada likes tea" --scope ada ${db}`);
    await place.json(mneme`db move ada --to second ${db}`);
    expect(await contentsOf('ada', db)).toEqual(['Ada likes tea']);
    await place.json(mneme`store "Ada likes the sea" --scope ada ${db}`);
    expect(await contentsOf('ada', db)).toHaveLength(2);
    expect(readFileSync(place.path('sealed-2.db')).includes('likes')).toBe(false);
  });
});

const reason = whyNoBinary();
it.skipIf(reason)(
  `a move between a file and PostgreSQL is killed beside a writer, and loses nothing${reason ? ` [skipped: ${reason}]` : ''}`,
  async () => {
    const round = { rounds: 2, seed: 1, folder: place.folder, progress: () => {} };
    const { broken, figures } = await move.run(round);
    expect(broken).toEqual([]);
    expect(figures['acknowledged writes']).toBeGreaterThan(0);
  },
);
