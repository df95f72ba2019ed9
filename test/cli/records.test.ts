import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mneme, Workplace } from './mneme.ts';

const place = new Workplace();
const db = place.path('ada.db');
const at = ['--db', db, '--scope', 'user:ada'];
afterAll(() => place.remove());

interface Memory {
  id: string;
  content: string;
}

describe('the commands on one memory', () => {
  let first: { id: string; outcome: string };

  beforeAll(async () => {
    first = await place.json(mneme`
      store "Prefers bullet points in answers" ${at} --category user_preference --importance 5 --tags "style, format"
      --speaker Ada --session s1 --occurred-at 2026-01-02 --expires-at 2099-01-01`);
    await place.json(mneme`store ${at} --on-conflict keep-both`, {
      stdin: 'The harbour master is Rui Bettencourt\n',
    });
  });

  it('store prints the id and the outcome, and get the record', async () => {
    expect(first).toMatchObject({ outcome: 'created' });
    expect(await place.json(mneme`get ${first.id} ${at}`)).toMatchObject({
      id: first.id,
      scope: 'user:ada',
      content: 'Prefers bullet points in answers',
      category: 'user_preference',
      importance: 5,
      tags: ['style', 'format'],
      occurredAt: '2026-01-02T00:00:00.000Z',
      expiresAt: '2099-01-01T00:00:00.000Z',
      source: { speaker: 'Ada', session: 's1' },
    });
  });

  it('retrieve filters', async () => {
    const ids = async (...filter: string[]) => {
      const { memories } = await place.json<{ memories: Memory[] }>(
        mneme`retrieve "bullet points" ${at} ${filter}`,
      );
      return memories.map(({ id }) => id);
    };
    const [all, wrongTag, wrongCategory, minor, past] = await Promise.all([
      ids('--tags', 'style', '--min-importance', '5', '--category', 'user_preference,relationship'),
      ids('--tags', 'style,absent'),
      ids('--category', 'relationship'),
      ids('--occurred-from', '2026-01-03', '--category', 'user_preference'),
      ids('--as-of', '2026-01-01'),
    ]);
    expect(all).toEqual([first.id]);
    expect([wrongTag, wrongCategory, minor, past]).toEqual([[], [], [], []]);
  });

  it('list prints pages', async () => {
    type Page = { memories: Memory[]; nextCursor?: string };
    const page = await place.json<Page>(mneme`list ${at} --order importance --limit 1`);
    expect(page.memories.map(({ id }) => id)).toEqual([first.id]);
    const next = await place.json<Page>(
      mneme`list ${at} --order importance --limit 1 --cursor ${page.nextCursor!}`,
    );
    expect(next.memories).toHaveLength(1);
    expect(next.nextCursor).toBeUndefined();
    const ofCategory = await place.json<Page>(
      mneme`list ${at} --category user_preference --tags style`,
    );
    expect(ofCategory.memories).toHaveLength(1);
  });

  it('a replaced memory stays in the history, and --as-of finds it', async () => {
    const old = await place.json<Memory>(
      mneme`store "The weekly sync is on Monday" ${at} --id sync --occurred-at 2026-02-01`,
    );
    const newer = await place.json<Memory>(
      mneme`store "The weekly sync is on Tuesday" ${at} --id sync --occurred-at 2026-03-01`,
    );
    expect(newer).toMatchObject({ outcome: 'superseded', superseded: [old.id] });
    const [{ history }, { memories: then }, { memories: now }, whyNot] = await Promise.all([
      place.json<{ history: Memory[] }>(mneme`get ${newer.id} --why ${at}`),
      place.json<{ memories: Memory[] }>(mneme`retrieve "weekly sync" ${at} --as-of 2026-02-15`),
      place.json<{ memories: Memory[] }>(mneme`retrieve "weekly sync" ${at}`),
      place.json(mneme`retrieve "weekly sync" --why-not ${old.id} ${at}`),
    ]);
    expect(history.map(({ id }) => id)).toEqual([old.id, newer.id]);
    expect(then[0]?.id).toBe(old.id);
    expect(now[0]?.id).toBe(newer.id);
    expect(whyNot).toMatchObject({ returned: false, reasons: [{ code: 'superseded' }] });
  });

  it('delete prints a receipt, and the audit has the reason', async () => {
    const { id } = await place.json<Memory>(mneme`store "A slip of the tongue" ${at}`);
    const plan = await place.json(mneme`delete ${id} ${at} --dry-run`);
    expect(plan).toMatchObject({ dryRun: true, removed: [id] });
    const receipt = await place.json<{ deletedAt: string }>(
      mneme`delete ${id} ${at} --reason "the user asked"`,
    );
    expect(receipt).toEqual({
      id,
      removed: [id],
      deletedAt: expect.any(String),
      reason: 'the user asked',
      forgotten: [],
      kept: [],
      turns: [],
      cut: [],
      bytes: expect.stringMatching(/^(removed|pending)$/),
    });
    const [missing, { entries }] = await Promise.all([
      place.run(mneme`get ${id} ${at} --json`),
      place.json<{ entries: object[] }>(mneme`db audit --db ${db} --limit 1`),
    ]);
    expect(missing.code).toBe(1);
    expect(JSON.parse(missing.stderr)).toMatchObject({ error: { code: 'not_found', field: 'id' } });
    expect(entries).toEqual([
      {
        at: receipt.deletedAt,
        action: 'delete',
        scope: 'user:ada',
        id,
        actor: 'cli',
        reason: 'the user asked',
      },
    ]);
  });

  it('stats count a scope or everything', async () => {
    const [one, all] = await Promise.all([
      place.json<{ current: number }>(mneme`db stats --db ${db} --scope user:ada`),
      place.json<{ current: number; scopes: number }>(mneme`db stats --db ${db}`),
    ]);
    expect(one.current).toBe(all.current);
    expect(all).toMatchObject({
      scopes: 1,
      path: db,
      embedder: { dimensions: expect.any(Number) },
    });
  });

  it('prune lists what it would remove, and then removes it', async () => {
    const other = ['--db', db, '--scope', 'team'];
    for (const text of ['one fish', 'two birds', 'three trees'])
      await place.json(mneme`store ${text} ${other}`);
    const dry = await place.json<{ scopes: object[] }>(mneme`prune --db ${db} --max 2 --dry-run`);
    expect(Object.keys(dry).sort()).toEqual([
      'bytes',
      'compacted',
      'dryRun',
      'expired',
      'pruned',
      'scopes',
    ]);
    expect(dry.scopes.map((entry) => (entry as { scope: string }).scope)).toEqual([
      'team',
      'user:ada',
    ]);
    const done = await place.json(mneme`prune --max 2 ${other}`);
    expect(done).toMatchObject({
      dryRun: false,
      pruned: 1,
      expired: 0,
      scopes: [{ scope: 'team', after: 2 }],
    });
    expect(await place.json(mneme`prune --max 2 --dry-run ${other}`)).toMatchObject({
      pruned: 0,
    });
  });
});

describe('where memories are stored', () => {
  it('prints the default place once, and only to stderr', async () => {
    const env = { XDG_DATA_HOME: place.path('data') };
    const first = await place.run(mneme`store "x y z" --json`, { env });
    expect(JSON.parse(first.stdout)).toMatchObject({ outcome: 'created' });
    expect(first.stderr).toContain(place.path('data/mneme/mneme.db'));
    const second = await place.run(mneme`list --json`, { env });
    expect(second.stderr).toBe('');
    expect(JSON.parse(second.stdout).memories).toMatchObject([{ scope: 'default' }]);
  });
});
