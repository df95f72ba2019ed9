import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, whyNoBinary } from '../../../tools/postgres-server.mjs';
import { usePlace } from './place.ts';

const place = usePlace();

interface Row {
  prefix: string;
  key: string;
  value: unknown;
  updated?: string;
  expires?: string;
}

/** As langgraph-checkpoint-sqlite writes it: the value as bytes, times in UTC without a zone. */
function pythonStore(rows: readonly Row[]): string {
  return place.sqlite('store.db', (database) => {
    database.exec(`create table store (prefix text not null, key text not null, value text not null,
      created_at timestamp default current_timestamp, updated_at timestamp default current_timestamp,
      expires_at timestamp, ttl_minutes real, primary key (prefix, key))`);
    database.exec(
      'create table store_vectors (prefix text, key text, field_name text, embedding blob)',
    );
    const insert = database.prepare('insert into store values (?, ?, ?, ?, ?, ?, null)');
    for (const { prefix, key, value, updated = '2026-02-01 10:00:00', expires } of rows) {
      const bytes = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
      insert.run(prefix, key, bytes, '2026-01-01 10:00:00', updated, expires ?? null);
    }
  });
}

const rows: Row[] = [
  { prefix: 'users.ada', key: 'k1', value: { text: 'Keeps bees', mood: 'calm' } },
  {
    prefix: 'users.ada',
    key: 'k2',
    value: { kind: 'Memory', content: { content: 'Lives in Porto' } },
  },
  { prefix: 'users.bo', key: 'k1', value: { note: { body: 'Sails' }, level: 3 } },
  { prefix: 'users.bo', key: 'k2', value: { data: 'Gone' }, expires: '2026-01-02T00:00:00+00:00' },
  {
    prefix: 'users.bo',
    key: 'k3',
    value: { data: 'Still here' },
    expires: '2099-01-02T00:00:00+00:00',
  },
  { prefix: 'users.bo', key: 'k4', value: 'torn {' },
];

describe('a store of LangGraph', () => {
  it('in SQLite is read with one scope per namespace; importing again adds nothing', async () => {
    const path = pythonStore(rows);
    const report = await place.import(path);
    expect(report).toMatchObject({
      format: 'langgraph',
      created: 4,
      skipped: { expired: 1, broken: 1 },
    });
    expect(report.problems).toMatchObject([{ at: 'users.bo, key k4' }]);
    expect(await place.all('langgraph/users/ada')).toMatchObject([
      {
        content: 'Keeps bees',
        occurredAt: '2026-02-01T10:00:00.000Z',
        metadata: { namespace: ['users', 'ada'], key: 'k1', mood: 'calm' },
      },
      { content: 'Lives in Porto' },
    ]);
    const bo = await place.all('langgraph/users/bo');
    expect(bo.find(({ content }) => content === 'Still here')?.expiresAt).toBe(
      '2099-01-02T00:00:00.000Z',
    );
    expect(bo.map(({ content }) => content)).toContain('{"note":{"body":"Sails"},"level":3}');
    expect(await place.import(path)).toMatchObject({ created: 0, confirmed: 4 });
  });

  it.each(['null', '7', '1.5', "x'ff00'", "'torn {'", "'null'"])(
    'with a value that no LangGraph wrote (%s) tells it, and reads the rest',
    async (value) => {
      const path = place.sqlite('odd.db', (database) => {
        database.exec(
          'create table store (prefix text, key text, value, created_at text, updated_at text, expires_at text)',
        );
        database.exec(
          `insert into store (prefix, key, value) values ('users.ada', 'odd', ${value})`,
        );
        database.exec(
          `insert into store (prefix, key, value) values ('users.ada', 'k1', '{"text":"Keeps bees"}')`,
        );
      });
      const report = await place.import(path);
      expect(report).toMatchObject({ created: 1, skipped: { broken: 1 } });
      expect(report.problems).toMatchObject([{ at: 'users.ada, key odd' }]);
    },
  );

  it('uses the configured field as the text', async () => {
    const report = await place.import(pythonStore(rows), { scope: 'team', textField: 'note.body' });
    expect(await place.contents('team')).toEqual(['Sails']);
    expect(report).toMatchObject({ created: 1, skipped: { empty: 3 } });
  });

  it('follows changes of the store', async () => {
    await place.import(pythonStore(rows.slice(0, 1)), { scope: 'ada' });
    const changed = { ...rows[0]!, value: { text: 'Keeps wasps' }, updated: '2026-03-01 10:00:00' };
    place.write('store.db', '');
    expect(await place.import(pythonStore([changed]), { scope: 'ada' })).toMatchObject({
      superseded: 1,
    });
    expect(await place.contents()).toEqual(['Keeps wasps']);
  });
});

const without = whyNoBinary();
if (without !== undefined) console.log(`skipped, stores in PostgreSQL: ${without}`);
const postgres = without === undefined ? await startPostgres() : undefined;

describe.skipIf(postgres === undefined)('a store of LangGraph in PostgreSQL', () => {
  const { url: address = '' } = postgres ?? {};
  const sql = async (statements: string) => {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    await client.query(statements);
    await client.end();
  };
  beforeEach(() =>
    sql(
      'drop schema if exists public cascade; drop schema if exists agents cascade; create schema public',
    ),
  );
  afterAll(() => postgres?.stop());

  it('written by Python has dots between labels, by JavaScript colons', async () => {
    await sql(`create table public.store (prefix text, key text, value jsonb, created_at timestamptz default now(),
        updated_at timestamptz, expires_at timestamptz, ttl_minutes int, primary key (prefix, key));
      insert into public.store values ('users.ada', 'k1', '{"text": "Keeps bees"}', now(), '2026-02-01T10:00:00Z', null, null);
      create schema agents;
      create table agents.store (namespace_path text, key text, value jsonb, created_at timestamptz default now(),
        updated_at timestamptz, expires_at timestamptz, primary key (namespace_path, key));
      insert into agents.store select 'users:bo.b', 'k' || n, jsonb_build_object('content', 'Note ' || n), now(), now(), null
        from generate_series(1, 501) n;`);
    const report = await place.import(address);
    expect(report).toMatchObject({ format: 'langgraph', created: 502, problemCount: 0 });
    expect(await place.all('langgraph/users/ada')).toMatchObject([
      { content: 'Keeps bees', occurredAt: '2026-02-01T10:00:00.000Z' },
    ]);
    expect(
      (await place.memory.scope('langgraph/users/bo.b').list({ limit: 1 })).memories[0]?.metadata,
    ).toMatchObject({
      namespace: ['users', 'bo.b'],
    });
    expect(await place.import(address)).toMatchObject({ created: 0, confirmed: 502 });
  });

  it('missing or unreachable is reported without the password', async () => {
    await expect(place.import(address)).rejects.toMatchObject({ code: 'invalid_input' });
    const wrong = 'postgresql://ada:hunter-two@127.0.0.1:1/nowhere';
    const failure = await place.import(wrong).catch((error: Error) => error);
    expect(failure).toMatchObject({ code: 'unavailable' });
    expect(String((failure as Error).message)).not.toContain('hunter');
  });
});
