import { describe, expect, it } from 'vitest';
import { mem0Answer as answer } from './fixtures.ts';
import { usePlace } from './place.ts';

const place = usePlace();

describe('memories of mem0', () => {
  it('are read from the result of get_all, one scope per user', async () => {
    const path = place.json('all.json', answer);
    await place.gives(path, {
      report: { format: 'mem0', created: 2, skipped: { empty: 1 } },
      records: [
        {
          content: 'Likes window seats',
          occurredAt: '2026-01-02T03:04:05.123Z',
          tags: ['travel'],
          source: { externalId: 'mem0:m1', session: 'mem0:r1' },
          metadata: { trip: 'Lisbon' },
        },
      ],
    });
    expect(await place.all('bob')).toMatchObject([
      { content: 'Lives in Porto', occurredAt: '2026-02-28T23:00:00.000Z' },
    ]);
  });

  it('go into one scope if one is given', async () => {
    await place.import(place.json('all.json', answer.results), { scope: 'team' });
    expect(await place.contents('team')).toHaveLength(2);
    expect(await place.contents('bob')).toEqual([]);
  });

  it('replace their earlier texts when they have changed', async () => {
    const [first] = answer.results;
    await place.import(place.json('all.json', [first]));
    const later = { ...first, memory: 'Likes aisle seats', updated_at: '2026-04-01T00:00:00Z' };
    expect(await place.import(place.json('all.json', [later]))).toMatchObject({
      created: 1,
      superseded: 1,
    });
    expect(await place.contents()).toEqual(['Likes aisle seats']);
    // The earlier export does not bring the old text back.
    expect(await place.import(place.json('all.json', [first]))).toMatchObject({
      created: 0,
      confirmed: 1,
    });
    expect(await place.contents()).toEqual(['Likes aisle seats']);
  });

  it('are read from the Markdown of the plugin', async () => {
    const path = place.write(
      'mem0-export-2026.md',
      [
        '---\nid: p1\ncreated_at: 2026-02-03T04:05:06Z\ntype: decision\nconfidence: 0.9\nbranch: main\nfiles: a.ts, b.ts\ncategories: build, ci\n---',
        'We build with pnpm.\n\n---\n\nStill of the same memory.\n',
        '---\nid: p2\ncreated_at: 2026-02-04T00:00:00Z\n---\nTests run on Node 22.\n',
      ].join('\n'),
    );
    await place.gives(path, {
      report: { format: 'mem0' },
      records: [
        {
          content: 'We build with pnpm.\n\n---\n\nStill of the same memory.',
          tags: ['build', 'ci', 'decision'],
          occurredAt: '2026-02-03T04:05:06.000Z',
        },
        'Tests run on Node 22.',
      ],
    });
  });

  it('are read from history.db with a scope, replaced texts as history', async () => {
    const path = place.sqlite('history.db', (database) => {
      database.exec(`create table history (id text primary key, memory_id text, old_memory text, new_memory text,
        event text, created_at datetime, updated_at datetime, is_deleted integer, actor_id text, role text)`);
      const insert = database.prepare(
        'insert into history values (?, ?, ?, ?, ?, ?, ?, 0, null, null)',
      );
      const at = (month: number) => `2026-0${month}-01T00:00:00.000001+00:00`;
      insert.run('1', 'a', null, 'Lives in Porto', 'ADD', at(1), null);
      insert.run('2', 'b', null, 'Forget me', 'ADD', at(1), null);
      insert.run('3', 'a', 'Lives in Porto', 'Lives in Rome', 'UPDATE', at(1), at(2));
      insert.run('4', 'b', 'Forget me', null, 'DELETE', at(1), at(3));
      insert.run('5', 'a', 'Lives in Rome', 'Lives in Porto', 'UPDATE', at(1), at(4));
    });
    await expect(place.import(path)).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'scope',
    });
    await place.gives(path, {
      scope: 'ada',
      report: { format: 'mem0', created: 3, superseded: 2, skipped: { deleted: 1 } },
      records: ['Lives in Porto'],
    });
    const all = await place.all('ada', { includeSuperseded: true });
    expect(
      all.map(({ content, occurredAt, validTo }) => [
        content,
        occurredAt.slice(0, 7),
        validTo?.slice(0, 7),
      ]),
    ).toEqual([
      ['Lives in Porto', '2026-01', '2026-02'],
      ['Lives in Rome', '2026-02', '2026-04'],
      ['Lives in Porto', '2026-04', undefined],
    ]);
  });
});
