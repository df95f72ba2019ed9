import { describe, it } from 'vitest';
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
        const places = names.map(() => '?').join(', ');
        database
          .prepare(`insert into ${table} (${names.join(', ')}) values (${places})`)
          .run(...Object.values(row));
      }
    }
  });
}

const prompts = [prompt(1, 'Which store?'), prompt(2, 'And where?')];
const sourceOf = (sequence: number) => ({ speaker: 'user', sequence });
const everything = {
  report: { format: 'claude-mem', skipped: {} },
  records: [
    'Heron stores its data in SQLite.',
    'Storage\nSQLite was chosen since no server is needed.',
    {
      content: 'The file is heron.db.',
      category: 'decision_log',
      tags: ['decision', 'storage'],
      occurredAt: '2026-03-01T09:00:00.000Z',
      source: { session: 'claude-mem:agent-1' },
      metadata: { project: 'heron', title: 'Storage', files: ['src/store.ts'] },
    },
    { content: 'Which store?', source: sourceOf(0) },
    {
      content: 'Request: Choose a store\nLearned: SQLite is enough',
      category: 'task_progress',
    },
    { content: 'And where?', source: sourceOf(1) },
  ],
};

describe('a claude-mem import', () => {
  it('reads the database, with the sessions of the agent', () =>
    place.gives(
      fill({
        observations: [observation],
        sdk_sessions: [session],
        session_summaries: [summary],
        user_prompts: prompts,
      }),
      everything,
    ));

  it('reads the JSON export, with its fields in any order', () =>
    place.gives(
      place.json('export.json', {
        observations: [observation],
        summaries: [summary],
        prompts,
        sessions: [session],
        exportedAt: '2026-03-02',
      }),
      everything,
    ));

  it('reads an old database, which lacks tables and columns', async () => {
    const row = { id: 1, memory_session_id: 'w', project: 'p', text: 'Old words', type: 'change' };
    const observations = [{ ...row, created_at: '2025-01-01T00:00:00Z' }];
    await place.gives(fill({ observations }), {
      records: [{ content: 'Old words', occurredAt: '2025-01-01T00:00:00.000Z' }],
    });
  });

  it('uses the project into which another was merged', async () => {
    const merged = { ...observation, facts: '[]', merged_into_project: 'egret' };
    await place.gives(fill({ observations: [merged] }), {
      records: [{ metadata: { project: 'egret' } }],
    });
  });

  it('accepts lists that are not JSON, and counts empty rows', async () => {
    const broken = { ...observation, id: 1, facts: '[broken', concepts: null, files_read: 'x' };
    const observations = [broken, { id: 2, memory_session_id: 'w', type: 'change' }];
    await place.gives(fill({ observations }), {
      report: { skipped: { empty: 1 } },
      records: ['Storage\nSQLite was chosen since no server is needed.'],
    });
  });

  it('finds the database in its folder, among other files', async () => {
    fill({ observations: [observation], sdk_sessions: [session] });
    place.write('logs/today.log', 'noise');
    place.json('settings.json', { a: 1 });
    await place.gives(place.folder, {
      report: { format: 'claude-mem' },
      records: everything.records.slice(0, 3),
    });
  });
});
