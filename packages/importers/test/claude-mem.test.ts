import { describe, expect, it } from 'vitest';
import { claudeMem } from './fixtures.ts';
import { usePlace } from './place.ts';

const place = usePlace();
const { observation, session, summary, prompt } = claudeMem;

function fill(tables: Record<string, object[]>): string {
  return place.sqlite('claude-mem.db', (database) => {
    database.pragma('journal_mode = wal');
    for (const [table, rows] of Object.entries(tables)) {
      const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
      database.exec(
        `create table ${table} (${columns.map((name) => (name === 'id' ? 'id integer primary key' : name)).join(', ')})`,
      );
      for (const row of rows) {
        const names = Object.keys(row);
        database
          .prepare(
            `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
          )
          .run(...Object.values(row));
      }
    }
  });
}

const expected = {
  created: 6,
  skipped: {},
  problemCount: 0,
};

async function checkAll(): Promise<void> {
  const found = await place.all();
  const by = (words: string) => found.find(({ content }) => content.includes(words));
  expect(by('heron.db')).toMatchObject({
    content: 'The file is heron.db.',
    category: 'decision_log',
    tags: ['decision', 'storage'],
    occurredAt: '2026-03-01T09:00:00.000Z',
    source: { session: 'claude-mem:agent-1' },
    metadata: { project: 'heron', title: 'Storage', files: ['src/store.ts'] },
  });
  expect(by('no server')?.content).toBe('Storage\nSQLite was chosen since no server is needed.');
  expect(by('Choose')).toMatchObject({
    content: 'Request: Choose a store\nLearned: SQLite is enough',
    category: 'task_progress',
  });
  const turns = found.filter(({ source }) => source.sequence !== undefined);
  expect(turns.map(({ content, source }) => [source.sequence, source.speaker, content])).toEqual([
    [0, 'user', 'Which store?'],
    [1, 'user', 'And where?'],
  ]);
}

describe('a claude-mem import', () => {
  const prompts = [prompt(1, 'Which store?'), prompt(2, 'And where?')];

  it('reads the database, with the sessions of the agent; importing again adds nothing', async () => {
    const path = fill({
      observations: [observation],
      sdk_sessions: [session],
      session_summaries: [summary],
      user_prompts: prompts,
    });
    expect(await place.import(path)).toMatchObject({ format: 'claude-mem', ...expected });
    await checkAll();
    expect(await place.import(path)).toMatchObject({ created: 0, confirmed: 6 });
  });

  it('reads the JSON export, with its fields in any order', async () => {
    const path = place.json('export.json', {
      observations: [observation],
      summaries: [summary],
      prompts,
      sessions: [session],
      exportedAt: '2026-03-02',
    });
    expect(await place.import(path)).toMatchObject({ format: 'claude-mem', ...expected });
    await checkAll();
  });

  it('reads an old database, which lacks tables and columns', async () => {
    const path = fill({
      observations: [
        {
          id: 1,
          memory_session_id: 'w',
          project: 'p',
          text: 'Old words',
          type: 'change',
          created_at: '2025-01-01T00:00:00Z',
        },
      ],
    });
    expect(await place.import(path)).toMatchObject({ created: 1, problemCount: 0 });
    expect(await place.all()).toMatchObject([
      { content: 'Old words', occurredAt: '2025-01-01T00:00:00.000Z' },
    ]);
  });

  it('uses the project into which another was merged', async () => {
    await place.import(fill({ observations: [{ ...observation, merged_into_project: 'egret' }] }));
    expect((await place.all())[0]?.metadata).toMatchObject({ project: 'egret' });
  });

  it('accepts lists that are not JSON, and counts empty rows', async () => {
    const rows = [
      { ...observation, id: 1, facts: '[broken', concepts: null, files_read: 'x' },
      { id: 2, memory_session_id: 'w', type: 'change' },
    ];
    expect(await place.import(fill({ observations: rows }))).toMatchObject({
      created: 1,
      skipped: { empty: 1 },
    });
  });

  it('finds the database in its folder, among other files', async () => {
    fill({ observations: [observation], sdk_sessions: [session] });
    place.write('logs/today.log', 'noise');
    place.json('settings.json', { a: 1 });
    expect(await place.import(place.folder)).toMatchObject({ format: 'claude-mem', created: 3 });
  });
});
