import { existsSync, readFileSync, statSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { mneme, Workplace } from './mneme.ts';

const place = new Workplace();
afterAll(() => place.remove());

// In pieces, so that no scanner takes this file for the leak of a key.
const secret = `sk-ant-api03-${'Vq7Zt2mXw9LrB4kNcY81jJdFs6PgTuE3aRoQi5vKzM0bWnHxC2yD7GfU8s'}`;

const good = [
  {
    id: 't1',
    text: 'The Heron staging server runs on port 8443.',
    speaker: 'Ada',
    session: 's',
    sequence: 0,
    time: '2026-01-29T10:00:00Z',
  },
  {
    text: 'My budget for spare parts is 4,800 euros.',
    speaker: 'Tomás',
    session: 's',
    sequence: 1,
    time: '2026-01-29T10:01:00Z',
  },
  {
    content: 'I prefer window seats on flights.',
    category: 'user_preference',
    importance: 5,
    tags: ['travel'],
  },
  { text: '朵朵的班主任是周老师。', scope: 'user:wei', expires_at: '2099-01-01T00:00:00Z' },
];

interface Report {
  created: number;
  confirmed: number;
  problems: { at: string; reason: string; message: string }[];
}
const list = (db: string, scope = 'default') =>
  place.json<{ memories: { content: string }[] }>(
    mneme`list --db ${db} --scope ${scope} --limit 1000`,
  );

describe.concurrent('import', () => {
  it('stores every line, and adds nothing the second time', async () => {
    const file = place.write('good.jsonl', good);
    const argv = ['import', file, '--db', place.path('twice.db'), '--category', 'project_context'];
    expect(await place.json<Report>(argv)).toMatchObject({
      created: 4,
      confirmed: 0,
      problems: [],
    });
    expect(await place.json<Report>(argv)).toMatchObject({
      created: 0,
      confirmed: 4,
      problems: [],
    });
    const { memories } = await list(place.path('twice.db'));
    // One fact is learned from the turns.
    expect(memories).toHaveLength(4);
    const stored = (content: string) =>
      memories.find((memory) => memory.content === content && !('evidence' in memory));
    expect(stored(good[2]!.content!)).toMatchObject({
      category: 'user_preference',
      importance: 5,
      tags: ['travel'],
    });
    // Only facts get the given category; turns have none.
    expect(stored(good[1]!.text!)).toMatchObject({
      kind: 'episode',
      source: { speaker: 'Tomás', session: 's', sequence: 1 },
    });
    expect(stored(good[1]!.text!)).not.toHaveProperty('category');
    expect(stored(good[0]!.text!)).toMatchObject({
      kind: 'episode',
      occurredAt: '2026-01-29T10:00:00.000Z',
      source: { externalId: 't1' },
    });
    expect((await list(place.path('twice.db'), 'user:wei')).memories).toEqual([
      expect.objectContaining({ category: 'project_context' }),
    ]);
  });

  const mixed = [
    good[0],
    'this is not JSON',
    '',
    { text: ' ' },
    { text: 'too important', importance: 7 },
    { speaker: 'Ada' },
    { text: `Here is the key: ${secret}`, session: 's' },
    { text: 'half a character: \ud83d' },
    good[1],
  ];
  const badLines = [2, 4, 5, 6, 7, 8];

  it('gives the numbers of bad lines, imports the rest and ends with 1', async () => {
    const file = place.write('mixed.jsonl', mixed);
    const { code, stdout, stderr } = await place.run(
      mneme`import ${file} --db ${place.path('mixed.db')}`,
    );
    expect(code).toBe(1);
    for (const line of badLines) expect(stderr).toContain(`line ${line}: `);
    expect(stderr.match(/^line \d+: /gm)).toHaveLength(badLines.length);
    expect(stdout).toContain('2 new');
    expect(stdout + stderr).not.toContain(secret);
    const { memories } = await list(place.path('mixed.db'));
    expect(memories.filter((memory) => !('evidence' in memory))).toHaveLength(2);
  });

  it('imports nothing with --strict if a line is bad, and lists the bad lines as JSON', async () => {
    const argv = ['import', place.write('strict.jsonl', mixed), '--db', place.path('strict.db')];
    const text = await place.run(mneme`${argv} --strict`);
    expect([text.code, text.stdout]).toEqual([1, '']);
    const { code, stdout, stderr } = await place.run(mneme`${argv} --strict --json`);
    expect(code).toBe(1);
    const { created, problems } = JSON.parse(stdout) as Report;
    expect(created).toBe(0);
    expect(problems.map(({ at }) => at)).toEqual(badLines.map((n) => `line ${n}`));
    expect(problems[4]).toMatchObject({ reason: 'secret_refused' });
    expect(JSON.parse(stderr).error.message).toContain('\nline 7: ');
    expect((await list(place.path('strict.db'))).memories).toEqual([]);
  });

  it('refuses options that change a record with --records, and writes nothing', async () => {
    const [records, from, to] = ['records.jsonl', 'from-records.db', 'to-records.db'];
    await place.json(mneme`store "Keeps bees" --db ${from}`);
    await place.json(mneme`db export ${records} --records --db ${from}`);
    const changes = ['--dry-run', '--strict', '--from=mem0', '--category=relationship'];
    for (const option of [...changes, '--on-conflict=reject']) {
      const ran = await place.run(mneme`import ${records} --records ${option} --db ${to}`);
      const stderr = expect.stringContaining(`${option.split('=')[0]} is not for --records`);
      expect(ran).toMatchObject({ code: 2, stderr });
    }
    expect(existsSync(to)).toBe(false);
  });

  it('refuses an invalid category before it reads a line', async () => {
    const file = place.write('defaults.jsonl', good);
    const argv = mneme`import ${file} --db ${place.path('defaults.db')} --category mood --json`;
    const { code, stderr } = await place.run(argv);
    expect(code).toBe(2);
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'invalid_input', field: 'category' });
  });
});

describe.concurrent('export', () => {
  it('writes a file that import recognises and restores, or prints it, of one scope', async () => {
    const from = place.path('from.db');
    await place.json(mneme`import ${place.write('export.jsonl', good)} --db ${from}`);
    const file = place.path('exported.jsonl');
    expect(await place.json(mneme`db export ${file} --db ${from}`)).toMatchObject({ exported: 5 });
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    const { stdout } = await place.run(mneme`db export --db ${from}`);
    expect(stdout).toBe(readFileSync(file, 'utf8'));
    const to = place.path('to.db');
    expect(await place.json(mneme`import ${file} --db ${to}`)).toMatchObject({ created: 5 });
    expect(await place.json(mneme`import - --db ${to}`, { stdin: stdout })).toMatchObject({
      ...{ created: 0, confirmed: 5 },
    });
    expect(await place.json(mneme`db export --db ${to} --scope user:wei`)).toMatchObject({
      memories: [{ scope: 'user:wei', content: good[3]!.text, on_conflict: 'upsert' }],
    });
  });
});
