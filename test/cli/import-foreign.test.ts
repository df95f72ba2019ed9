import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { mneme, Workplace } from './mneme.ts';

const place = new Workplace();
afterAll(() => place.remove());

// In pieces, so that no scanner takes this file for the leak of a key.
const secret = `sk-ant-api03-${'Vq7Zt2mXw9LrB4kNcY81jJdFs6PgTuE3aRoQi5vKzM0bWnHxC2yD7GfU8s'}`;

interface Report {
  from: string;
  created: number;
  confirmed: number;
  skipped: Record<string, number>;
  problems: { at: string; reason: string; message: string }[];
}
const json = (name: string, content: unknown) => place.write(name, [JSON.stringify(content)]);
const mem0 = json('mem0.json', {
  results: [
    { id: 'm1', memory: 'Likes window seats', user_id: 'ada', created_at: '2026-01-02T03:04:05Z' },
    { id: 'm2', memory: 'Sails on Sundays', user_id: 'bo', created_at: '2026-01-02T03:04:05Z' },
  ],
});
const list = async (db: string, scope: string) => {
  const argv = ['list', '--db', db, '--scope', scope];
  const { memories } = await place.json<{ memories: { content: string }[] }>(argv);
  return memories.map(({ content }) => content);
};

describe.concurrent('import from another program', () => {
  it('imports into the given scope, or into the scopes of the source with --line-scopes', async () => {
    const db = place.path('scopes.db');
    expect(await place.json<Report>(mneme`import ${mem0} --db ${db} --scope team`)).toMatchObject({
      ...{ from: 'mem0', created: 2, confirmed: 0, skipped: {} },
    });
    expect((await list(db, 'team')).length).toBe(2);
    await place.json(mneme`import ${mem0} --db ${db} --scope team --line-scopes`);
    expect(await list(db, 'bo')).toEqual(['Sails on Sundays']);
  });

  it('names bad items, imports the rest and ends with 1', async () => {
    const lines = place.write('graph.jsonl', [
      { type: 'entity', name: 'Ada', entityType: 'person', observations: ['keeps bees'] },
      '{"type":"entity","na',
      { type: 'entity', name: 'Bo', entityType: 'person', observations: [`has the key ${secret}`] },
    ]);
    const argv = ['import', lines, '--from', 'mcp-memory', '--db', place.path('bad.db')];
    const { code, stdout, stderr } = await place.run(argv);
    expect(code).toBe(1);
    expect(stdout).toContain('mcp-memory: 1 new');
    expect(stdout).toContain('1 left out: contains a secret (secret_refused)');
    expect(stderr).toContain('line 2: ');
    expect(stderr).toContain('line 3: ');
    expect(stderr).toContain('2 could not be imported; the others were');
    expect(stdout + stderr).not.toContain(secret);
    const result = await place.run(mneme`${argv} --json`);
    expect(result.code).toBe(1);
    expect(JSON.parse(result.stdout)).toMatchObject({
      created: 0,
      confirmed: 1,
      skipped: { broken: 1, secret_refused: 1 },
      problems: [{ at: 'line 2' }, { at: 'line 3' }],
    });
  });

  it('creates no store in a dry run', async () => {
    const db = place.path('tried.db');
    const argv = ['import', mem0, '--dry-run', '--db', db];
    expect(await place.json<Report>(argv)).toMatchObject({ dryRun: true, created: 2 });
    const own = place.write('own.jsonl', [{ text: 'Keeps bees' }, { text: '' }]);
    const { code, stdout } = await place.run(mneme`import ${own} --dry-run --db ${db} --json`);
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { created: 1, skipped: { refused: 1 } }]);
    expect(existsSync(db)).toBe(false);
  });

  it('reads standard input in the named format, by default Mneme’s own', async () => {
    const db = place.path('stdin.db');
    const named = ['import', '-', '--from', 'mem0', '--db', db];
    expect(await place.json(named, { stdin: readFileSync(mem0) })).toMatchObject({ created: 2 });
    const own = { stdin: '{"text": "Keeps bees"}\n' };
    expect(await place.json(mneme`import - --db ${db}`, own)).toMatchObject({
      created: 1,
    });
  });

  it.skipIf(process.platform === 'win32')('reads a pipe only once', async () => {
    const pipe = place.path('pipe');
    execFileSync('mkfifo', [pipe]);
    const lines = Array.from({ length: 20 }, (_, index) => `{"text": "Note ${index}"}`);
    const written = writeFile(pipe, lines.join('\n'));
    const argv = ['import', pipe, '--db', place.path('pipe.db')];
    expect(await place.json(argv)).toMatchObject({ created: 20 });
    await written;
  });

  it.each([
    [['--from', 'mem1'], '--from is "mem1"'],
    [['--from', 'mem0', '--text-field', 'x'], '--text-field is for langgraph'],
    [['--from', 'mem0', '--category', 'nope'], 'nope'],
  ])('refuses %j, and names the option of the command', async (options, message) => {
    const { code, stderr } = await place.run(
      mneme`import ${mem0} ${options} --db ${place.path('refused.db')}`,
    );
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('asks for --from if it cannot detect the format', async () => {
    writeFileSync(place.path('odd.json'), '{"a": 1}');
    const { code, stderr } = await place.run(
      mneme`import ${place.path('odd.json')} --db ${place.path('odd.db')}`,
    );
    expect(code).toBe(2);
    expect(stderr).toContain('--from is missing');
  });
});

describe.concurrent('export in another format', () => {
  const fill = async (db: string) => {
    const lines = place.write(`${db}.jsonl`, [
      {
        content: 'Keeps bees',
        category: 'user_preference',
        importance: 5,
        tags: ['bees', 'out doors'],
        time: '2026-01-01T00:00:00Z',
        metadata: { hives: 7 },
      },
      {
        content: 'Lives in Porto.\nSince May.',
        category: 'factual_knowledge',
        time: '2026-01-02T00:00:00Z',
      },
      { text: 'Hello', speaker: 'Ada', session: 's1', sequence: 0, time: '2026-01-03T00:00:00Z' },
      { text: 'Ho', speaker: 'Bo', session: 's1', sequence: 1, time: '2026-01-03T00:00:01Z' },
    ]);
    const path = place.path(`${db}.db`);
    await place.json(mneme`import ${lines} --db ${path} --scope ada`);
    return path;
  };
  const facts = ['Keeps bees', 'Lives in Porto.\nSince May.'];
  const all = ['Hello', 'Ho', ...facts];

  it.each([
    ['pam', 'store.json', all],
    ['mem0', 'all.json', all],
    ['markdown', 'notes.md', facts],
  ])('%s can be imported again', async (format, name, expected) => {
    const from = await fill(`from-${format}`);
    const file = place.path(`${format}-${name}`);
    await place.json(mneme`db export ${file} --format ${format} --db ${from}`);
    const to = place.path(`to-${format}.db`);
    const argv = ['import', file, '--db', to, '--scope', 'ada'];
    const report = await place.json<Report>(argv);
    expect(report.from).toBe(format);
    const contents = await list(to, 'ada');
    for (const content of expected) expect(contents).toContain(content);
    expect(await place.json<Report>(argv)).toMatchObject({ created: 0 });
    const found = await place.json<{ memories: object[] }>(mneme`list --db ${to} --scope ada`);
    const bees = found.memories.find(
      (memory) => 'content' in memory && memory.content === 'Keeps bees',
    );
    expect(bees).toMatchObject({ occurredAt: '2026-01-01T00:00:00.000Z' });
    if (format === 'pam')
      expect(bees).toMatchObject({
        category: 'user_preference',
        importance: 5,
        tags: ['bees', 'out doors'],
        metadata: { hives: 7 },
      });
  });

  it('writes to standard output, and an empty export never replaces a file', async () => {
    const db = await fill('stdout');
    const { stdout } = await place.run(mneme`db export --format mem0 --db ${db}`);
    expect(JSON.parse(stdout).results).toHaveLength(4);
    const kept = place.write('kept.md', ['kept']);
    const argv = ['db', 'export', kept, '--format', 'markdown', '--db', db, '--scope', 'nobody'];
    expect((await place.run(argv)).code).toBe(1);
    expect(readFileSync(kept, 'utf8')).toBe('kept\n');
  });

  it.each([
    [['--format', 'xml'], '--format is "xml"'],
    [['--format', 'mem0', '--records'], '--records'],
    [['--format', 'mem0', '--include-superseded'], '--include-superseded'],
  ])('refuses %j', async (options, message) => {
    const { code, stderr } = await place.run(
      mneme`db export ${options} --db ${await fill('refused')}`,
    );
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
