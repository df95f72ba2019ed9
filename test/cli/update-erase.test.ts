import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mneme, Workplace } from './mneme.ts';

const place = new Workplace();
const at = ['--db', place.path('ada.db'), '--scope', 'user:ada'];
afterAll(() => place.remove());

interface Memory {
  id: string;
  content: string;
  relevance: number;
}

const memoriesOf = async (...argv: string[]) =>
  (await place.json<{ memories: Memory[] }>([...argv, ...at])).memories;

describe.concurrent('on one memory', () => {
  let tea: Memory;
  let master: Memory;
  beforeAll(async () => {
    tea = await place.json(mneme`store "Prefers tea" --metadata project=heron ${at}`);
    master = await place.json(mneme`store "The harbour master is Rui Bettencourt"
      ${['--metadata', 'project=egret', '--metadata', 'year=2026', '--speaker', 'Ada']}
      ${at}`);
  });

  it('--where filters by metadata and source', async () => {
    const ids = async (...argv: string[]) => (await memoriesOf(...argv)).map(({ id }) => id);
    const both = [tea.id, master.id].sort();
    const [heron, either, year, speaker, none] = await Promise.all([
      ids('list', '--where', 'project=heron'),
      ids('list', '--where', 'project=heron', '--where', 'project=egret'),
      ids('retrieve', 'harbour', '--where', 'year=2026'),
      ids('retrieve', 'harbour', '--where', 'source.speaker=Ada'),
      ids('list', '--where', 'year="2026"'),
    ]);
    expect(heron).toEqual([tea.id]);
    expect(either.sort()).toEqual(both);
    expect([year, speaker]).toEqual([[master.id], [master.id]]);
    expect(none).toEqual([]);
  });

  it('--min-relevance filters by relevance; retrieve prints relevance and metadata', async () => {
    const question = 'who is the harbour master?';
    const [found, text] = await Promise.all([
      memoriesOf('retrieve', question, '--min-relevance', '0.5'),
      place.run(mneme`retrieve ${question} ${at}`),
    ]);
    expect(found.map(({ id }) => id)).toEqual([master.id]);
    expect(text.stdout).toMatch(/^[01]\.\d\d {2}The harbour master/m);
    expect(text.stdout).toContain('project=egret · year=2026');
  });

  it('forgets a matter that is stored in other words, once --yes confirms it', async () => {
    const seat = ['--db', at[1] as string, '--scope', 'matter'];
    const said = await place.json<Memory>(mneme`store "I am pregnant, due in May" ${seat}`);
    await place.json(mneme`store "Ada sails the Heron" ${seat}`);
    const shown = await place.run(mneme`forget my pregnancy ${seat}`);
    expect(shown.stdout).toMatch(/^would forget .*I am pregnant/);
    const { memories } = await place.json<{ memories: Memory[] }>(
      mneme`forget my pregnancy --yes ${seat}`,
    );
    expect(memories.map(({ id }) => id)).toEqual([said.id]);
    const left = await place.json<{ memories: Memory[] }>(mneme`list ${seat}`);
    expect(left.memories.map(({ content }) => content)).toEqual(['Ada sails the Heron']);
  });

  it('accepts the beginning or end of an id, and lists the matches of an ambiguous one', async () => {
    const seat = ['--db', at[1] as string, '--scope', 'short'];
    // Ids created together begin with the same digits, since they contain the time.
    const beside = [...seat, '--on-conflict', 'keep-both'];
    const other = await place.json<Memory>(mneme`store "One fish" ${beside}`);
    const another = await place.json<Memory>(mneme`store "Two birds" ${beside}`);
    let unique = 4;
    while (another.id.startsWith(other.id.slice(0, unique))) unique += 1;
    const got = await place.json<Memory>(
      mneme`get ${other.id.slice(0, unique).toUpperCase()} ${seat}`,
    );
    expect(got.id).toBe(other.id);
    const shown = await place.run(mneme`get ${other.id.slice(-8)} ${seat}`);
    expect(shown.stdout).toContain(`· ${other.id.slice(-8)}\n`);
    expect(shown.stdout).not.toContain(other.id);
    const { code, stderr } = await place.run(mneme`delete ${other.id.slice(0, 4)} ${seat}`);
    expect(code).toBe(2);
    expect(stderr).toContain(other.id);
    expect(stderr).toContain(another.id);
    const unknown = await place.run(mneme`get ffff --why ${seat}`);
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toContain('no such memory');
  });

  it('update changes the text or other fields, and an empty value removes a field', async () => {
    const seat = ['--db', at[1] as string, '--scope', 'update'];
    const { id } = await place.json<Memory>([
      ...['store', 'Sync is on Monday', '--tags', 'sync', '--expires-at', '2099-01-01'],
      ...['--metadata', 'project=heron', ...seat],
    ]);
    const result = await place.json(mneme`update ${id} Sync "is on Friday" ${seat}`);
    expect(result).toEqual({ id, outcome: 'updated', replaced: expect.any(String) });
    const { history } = await place.json<{ history: Memory[] }>(mneme`get ${id} --why ${seat}`);
    expect(history.map(({ content }) => content)).toEqual([
      'Sync is on Monday',
      'Sync is on Friday',
    ]);
    await place.json(
      mneme`update ${id} --tags "" --expires-at "" --metadata "" --importance 5`.concat(seat),
      // Only a new text needs a model.
      { env: { MNEME_EMBEDDER: 'magic' } },
    );
    const record = await place.json(mneme`get ${id} ${seat}`);
    expect(record).toMatchObject({ tags: [], importance: 5, content: 'Sync is on Friday' });
    expect(record).not.toHaveProperty('expiresAt');
    expect(record).not.toHaveProperty('metadata');
    const nothing = await place.run(mneme`update ${id} ${seat}`);
    expect(nothing.code).toBe(2);
    expect(nothing.stderr).toContain('Something is missing: mneme update');
  });

  it('erase deletes one scope, only if it is named and confirmed', async () => {
    const seat = ['--db', at[1] as string];
    await place.json(mneme`store "Forget me" ${seat} --scope gone`);
    for (const argv of [['--yes'], ['gone'], ['gone', '--yes', '--scope', 'gone']]) {
      const refused = await place.run(mneme`scopes erase ${argv} ${seat}`);
      expect(refused.code).toBe(2);
    }
    const receipt = await place.json(mneme`scopes erase gone --yes ${seat}`);
    expect(receipt).toMatchObject({ scope: 'gone', records: 1 });
    const left = await place.json<{ memories: Memory[] }>(mneme`list --scope gone ${seat}`);
    expect(left.memories).toEqual([]);
    expect(await memoriesOf('list')).toHaveLength(2);
    const again = await place.json(mneme`scopes erase gone --yes ${seat}`);
    expect(again).toMatchObject({ scope: 'gone', records: 0 });
  });

  it('erase of an unknown scope ends with 1, and suggests the nearest name', async () => {
    const seat = ['--db', at[1] as string];
    for (const scope of ['user:Ada', 'user:adda']) {
      const { code, stdout, stderr } = await place.run(mneme`scopes erase ${scope} --yes ${seat}`);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain(`there is no scope "${scope}": did you mean "user:ada"?`);
    }
    const far = await place.run(mneme`scopes erase zzz --yes ${seat}`);
    expect(far.code).toBe(1);
    expect(far.stderr).not.toContain('did you mean');
    expect(await memoriesOf('list')).toHaveLength(2);
  });

  it('erase finds a scope that has only documents', async () => {
    const seat = ['--db', place.path('documents.db')];
    mkdirSync(place.path('papers'));
    writeFileSync(place.path('papers/plan.md'), 'The launch is in May');
    await place.json(mneme`documents import notes papers --scope papers ${seat}`);
    const receipt = await place.json(mneme`scopes erase papers --yes ${seat}`);
    expect(receipt).toMatchObject({ scope: 'papers', counts: { stores: 1 } });
  });
});

describe('erase at a terminal', () => {
  const seat = ['--db', place.path('asked.db'), '--scope', 'user:ada'];
  const turn = { text: 'Said once', session: 'monday', sequence: 0 };
  const ask = async (argv: readonly string[], typed: string) => {
    await place.json(mneme`store "Forget me" ${seat}`);
    await place.json(mneme`import ${place.write('turn.jsonl', [turn])} ${seat}`);
    const { code, stdout, stderr } = await place.run(mneme`${argv} ${seat}`, {
      ...{ stdin: typed, isTTY: true },
    });
    const { current } = await place.json<{ current: number }>(mneme`db stats ${seat}`);
    return { code, said: stdout + stderr, current };
  };
  const [scope, session] = [mneme`scopes erase`, mneme`sessions erase monday`];

  it.each([
    [scope, ' user:ada\n', 0, '"user:ada" holds 2 memories'],
    [session, 'monday\n', 1, 'monday: 1 turns'],
  ])('%j is done when the name is typed', async (argv, typed, current, message) => {
    expect(await ask(argv, typed)).toEqual({
      ...{ code: 0, said: expect.stringContaining(message), current },
    });
  });

  it.each([
    ...['y\n', 'user:ad\n', ''].map((typed) => [scope, typed] as const),
    ...['y\n', 'user:ada\n', ''].map((typed) => [session, typed] as const),
  ])('%j is not done when %j is typed', async (argv, typed) => {
    expect(await ask(argv, typed)).toEqual({
      ...{ code: 1, said: expect.stringContaining('nothing was erased'), current: 2 },
    });
  });

  it('does not ask about a session that does not exist', async () => {
    expect(await ask(mneme`sessions erase sunday`, 'sunday\n')).toMatchObject({
      ...{ code: 1, said: expect.stringContaining('no session "sunday"') },
    });
  });
});

describe.concurrent('a missing store', () => {
  it.each([
    ['list'],
    ['retrieve', 'x'],
    ['get', '0198c0de'],
    ['db', 'stats'],
    ['db', 'audit'],
    ['prune'],
    ['db', 'export'],
    ['db', 'export', '--records'],
    ['update', '0198c0de', 'x'],
    ['scopes', 'erase', 'x', '--yes'],
    ['documents'],
  ])('is not created by %s', async (...argv) => {
    const { code, stdout, stderr } = await place.run(mneme`${argv} --db adda.db --json`);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'not_found',
      field: 'db',
      message: expect.stringContaining('there is no database at'),
    });
    expect(existsSync(place.path('adda.db'))).toBe(false);
  });

  it('is not created by db copy', async () => {
    const { code, stderr } = await place.run(mneme`db copy --from none.db --to copied.db`);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/there is no database at .*none\.db/),
    ]);
    expect(existsSync(place.path('copied.db'))).toBe(false);
  });

  it('is reported with a similar name, or with the stores in the folder', async () => {
    writeFileSync(place.path('notes.txt'), '');
    writeFileSync(place.path('ada.db'), '', { flag: 'a' });
    const near = await place.run(mneme`list --db adda.db`);
    expect(near.stderr).toContain(`did you mean ${place.path('ada.db')}?`);
    const far = await place.run(mneme`list --db something-else.db`);
    expect(far.stderr).toMatch(/there are .*ada\.db/);
    const folder = await place.run(mneme`list --db absent/ada.db`);
    expect(folder.stderr).toContain('there is no folder');
  });

  it('at the default path is created by the first store', async () => {
    const env = { XDG_DATA_HOME: place.path('fresh') };
    const { code, stderr } = await place.run(mneme`list`, { env });
    expect(code).toBe(1);
    expect(stderr).toContain('store one');
    expect(existsSync(place.path('fresh'))).toBe(false);
  });
});
