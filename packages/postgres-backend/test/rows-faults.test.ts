import { MnemeError } from '@mneme/core';
import { tables } from '@mneme/store';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '../../../tools/own-process.mjs';
import { type PostgresRows, postgresRows } from '../src/index.ts';
import { type CutProxy, cutProxy } from './cut-proxy.ts';
import { describeOnPostgres, newSchema } from './on-server.ts';
import { add, idsOf, record } from './rows-helpers.ts';

async function failureOf(work: Promise<unknown>): Promise<MnemeError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (MnemeError.isInstance(error)) return error;
    throw error;
  }
}

describeOnPostgres('Rows in PostgreSQL when connections break', (seat) => {
  let proxy: CutProxy;
  let direct: PostgresRows;
  let rows: PostgresRows;
  let schema: string;
  const timeoutMs = 3000;
  beforeEach(async () => {
    schema = newSchema();
    proxy = await cutProxy(seat.url());
    direct = seat.makeRows(schema);
    await direct.open(tables);
    await add(direct, 'ada', { ids: ['r0'] });
    rows = seat.makeRows(schema, { connectionString: proxy.url, connections: 2, timeoutMs });
    await rows.open(tables);
  });
  afterEach(async () => {
    await rows.close();
    await direct.close();
    await proxy.close();
  });

  const reconnect = () =>
    seat.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'mneme' AND pid <> pg_backend_pid()`,
    );

  it.each([
    [
      'a read',
      async () => {
        expect((await idsOf(rows, 'ada')).length).toBeGreaterThan(0);
      },
    ],
    [
      'a write',
      (ids: string[]) =>
        rows.write('ada', { put: { records: ids.map((id) => record('ada', id)) } }),
    ],
    ['a write in its turn', (ids: string[]) => add(rows, 'ada', { ids })],
  ] as [string, (ids: string[]) => Promise<unknown>][])(
    '%s succeeds or fails with a typed error, wherever its connection is cut, and writes all or nothing',
    async (what, call) => {
      let number = 0;
      for (let message = 2; message <= 6; message++)
        for (const kind of ['request', 'answer', 'vanish'] as const) {
          const ids = [`r${++number}`, `r${++number}`];
          await reconnect();
          proxy.cut = { kind, message };
          const failure = await failureOf(call(ids));
          proxy.cut = undefined;
          if (failure !== undefined) expect(['unavailable', 'timeout']).toContain(failure.code);
          if (what === 'a read') continue;
          const found = (await idsOf(direct, 'ada')).filter((id) => ids.includes(id as string));
          expect([0, ids.length], `${kind} ${message}`).toContain(found.length);
          if (failure === undefined) expect(found).toHaveLength(ids.length);
        }
    },
  );

  it('a server that stops answering causes a timeout, and its connection is not reused', async () => {
    await reconnect();
    proxy.cut = { kind: 'stall', message: 2 };
    expect((await failureOf(idsOf(rows, 'ada')))?.code).toBe('timeout');
    expect(await idsOf(rows, 'ada')).toEqual(['r0']);
  });

  it('a missing server is reported as unavailable within the limit, without showing the password', async () => {
    const port = await freePort();
    const absent = postgresRows({
      connectionString: `postgres://ada:hunter2@127.0.0.1:${port}/memory`,
      timeoutMs: 500,
    });
    const failure = await failureOf(absent.open(tables));
    expect(failure?.code).toBe('unavailable');
    expect(failure?.message).toContain(`127.0.0.1:${port}/memory`);
    expect(failure?.message).not.toContain('hunter2');
    await absent.close();
  });

  it('a transaction aborted by a deadlock is retried', async () => {
    // Two sessions that lock two scopes in opposite order: the server ends one of them, which could end again if it did
    // not wait for the other one.
    const finished = Promise.withResolvers<void>();
    const locks = async (first: string, second: string, met: Promise<void>, meet: () => void) => {
      const { Connection } = await import('../src/connection.ts');
      const { parseRowsOptions } = await import('../src/options.ts');
      const connection = new Connection(
        parseRowsOptions({ connectionString: seat.url(), schema, timeoutMs: 20_000 }),
      );
      let attempts = 0;
      await connection.write({ everyScope: true }, async (query) => {
        attempts += 1;
        if (attempts > 1) await finished.promise;
        const lock = (scope: string) =>
          query(
            `INSERT INTO scopes (scope, revision) VALUES ($1, 0) ON CONFLICT (scope) DO UPDATE SET revision = 0`,
            [scope],
          );
        await lock(first);
        meet();
        await met;
        await lock(second);
      });
      finished.resolve();
      await connection.close();
      return attempts;
    };
    const [one, two] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const attempts = await Promise.all([
      locks('dead-1', 'dead-2', two.promise, one.resolve),
      locks('dead-2', 'dead-1', one.promise, two.resolve),
    ]);
    expect(attempts.sort()).toEqual([1, 2]);
  });
});

describeOnPostgres('Rows in PostgreSQL', (seat) => {
  it('are checked by amcheck where the role may use it', async () => {
    const { rows, schema, destroy } = await seat.createRows();
    await rows.open(tables);
    await add(rows, 'ada', { ids: ['r1'] });
    await seat.sql('CREATE EXTENSION IF NOT EXISTS amcheck');
    for (const name of ['bt_index_check(regclass, boolean)', 'verify_heapam'])
      await seat.sql(`GRANT EXECUTE ON FUNCTION ${name} TO PUBLIC`);
    expect(await rows.check()).toEqual([]);
    // The index of the key forgets its row.
    await seat.sql(`SET allow_system_table_mods TO on; DO $$ BEGIN
      UPDATE pg_index SET indisready = false, indislive = false WHERE indexrelid = '"${schema}".scopes_pkey'::regclass; END $$`);
    await seat.sql(`INSERT INTO "${schema}".scopes (scope) VALUES ('bob')`);
    await seat.sql(
      `SET allow_system_table_mods TO on; UPDATE pg_index SET indisready = true, indislive = true WHERE indexrelid = '"${schema}".scopes_pkey'::regclass`,
    );
    expect(await rows.check()).toMatchObject([
      { kind: 'structure', problem: expect.stringContaining('scopes_pkey') },
    ]);
    await rows.close();
    await destroy();
  });

  it('that change without a column of an index are written beside their old version, without touching an index', async () => {
    const { rows, schema, destroy } = await seat.createRows();
    await rows.open(tables);
    const numbers = Array.from({ length: 50 }, (_, at) => at);
    await add(rows, 'ada', { ids: numbers.map((at) => `r${at}`) });
    await rows.write('ada', {
      put: { accesses: numbers.map((number) => ({ scope: 'ada', id: `r${number}`, count: 1 })) },
    });
    for (const number of numbers) {
      await rows.write('ada', {
        patch: [
          {
            table: 'accesses',
            key: ['ada', `r${number}`],
            add: { count: 1 },
            set: { last_at: 'now' },
          },
          { table: 'scopes', key: ['ada'], add: { revision: 1 } },
        ],
      });
      await rows.write('ada', {
        put: { scopes: [{ scope: 'ada', revision: number + 10, next_number: 1 }] },
      });
    }
    const [counted] = await counts(schema, 150);
    expect(counted).toEqual({ updates: 150, hot: 150 });
    await rows.close();
    await destroy();
  });

  /** PostgreSQL counts a little later. */
  async function counts(schema: string, least: number) {
    for (;;) {
      const found = await seat.sql<{ updates: number; hot: number }>(
        `SELECT sum(n_tup_upd)::integer AS updates, sum(n_tup_hot_upd)::integer AS hot
         FROM pg_stat_user_tables WHERE schemaname = $1 AND relname IN ('accesses', 'scopes')`,
        [schema],
      );
      if ((found[0]?.updates ?? 0) >= least) return found;
    }
  }
});
