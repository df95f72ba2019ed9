import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { Connection, type Query } from '../src/connection.ts';
import { parseRowsOptions } from '../src/options.ts';
import { cutProxy } from './cut-proxy.ts';
import { describeOnPostgres, newSchema } from './on-server.ts';
import { auditLine, embedder, put } from './records.ts';

const script = new URL('./freeze.mjs', import.meta.url).pathname;

const commitOf = (number: number) => ({
  scope: 'ada',
  expect: [],
  puts: [put(number)],
  removals: [],
  audit: [auditLine('stored')],
});

describeOnPostgres('PostgreSQL with a client that is lost', (seat) => {
  /** Resolves when the process stands still inside its transaction. */
  async function frozen(schema: string, work: string): Promise<ChildProcess> {
    const child = spawn(process.execPath, [script], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, TEST_URL: seat.url(), TEST_SCHEMA: schema, TEST_WORK: work },
    });
    const isStopped = () => / T /.test(readFileSync(`/proc/${child.pid}/stat`, 'utf8'));
    while (!isStopped()) await pause(5);
    return child;
  }

  async function end(child: ChildProcess): Promise<void> {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  it.skipIf(process.platform !== 'linux').each(['write', 'tables'])(
    'a process that is frozen in the middle of its %s does not keep the others out',
    async (work) => {
      const schema = newSchema();
      if (work !== 'tables') {
        const first = seat.make(schema);
        await first.open({});
        await first.close();
      }
      const child = await frozen(schema, work);
      const backend = seat.make(schema);
      await backend.open({ embedder });
      expect(await backend.commit(commitOf(1))).toMatchObject({ committed: true });
      await end(child);
      expect(await backend.get('ada', [put(1).record.id])).toHaveLength(1);
      await backend.close();
      await seat.sql(`DROP SCHEMA "${schema}" CASCADE`);
    },
  );

  it('a machine that vanishes in the middle of a write, without a last message, does not keep the others out', async () => {
    const { backend, schema, destroy } = await seat.create();
    await backend.open({ embedder });
    await backend.commit(commitOf(0));
    const proxy = await cutProxy(seat.url());
    const lost = seat.make(schema, {
      connectionString: proxy.url,
      connections: 1,
      timeoutMs: 2000,
    });
    await lost.open({ embedder });
    // The last message before the commit has the lock of the scope.
    for (let message = 2; message <= 8; message++) {
      await seat.sql(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE client_port IS NOT NULL AND application_name = 'mneme'`,
      );
      proxy.cut = { kind: 'vanish', message };
      const vanished = lost.commit(commitOf(2 * message)).catch(({ code }) => code);
      expect([{ committed: true, removed: [] }, 'timeout', 'unavailable']).toContainEqual(
        await vanished,
      );
      proxy.cut = undefined;
      expect(await backend.commit(commitOf(2 * message + 1))).toMatchObject({ committed: true });
    }
    await lost.close();
    await proxy.close();
    await backend.close();
    await destroy();
  });

  it('a lock of another program is told as busy before the time is over, and nothing is written', async () => {
    const { backend, schema, destroy } = await seat.create({ timeoutMs: 3000 });
    await backend.open({ embedder });
    await backend.commit(commitOf(0));
    const client = new pg.Client({ connectionString: seat.adminUrl() });
    await client.connect();
    await client.query(`BEGIN; SELECT * FROM "${schema}".scopes FOR UPDATE`);
    await expect(backend.commit(commitOf(1))).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining('pg_blocking_pids'),
      cause: { code: '55P03' },
    });
    await client.query('ROLLBACK');
    await client.end();
    expect(await backend.get('ada', [put(1).record.id])).toEqual([]);
    await backend.close();
    await destroy();
  });

  it('a write may pause for four seconds, a large one for longer, and a read, which locks nothing, for the whole time', async () => {
    const { backend, schema, destroy } = await seat.create();
    await backend.open({});
    const connection = new Connection(parseRowsOptions({ connectionString: seat.url(), schema }));
    const scope = { scope: 'ada' };
    const limit = async (query: Query) =>
      (await query<object>('SHOW idle_in_transaction_session_timeout'))[0];
    const limits = [
      await connection.write(scope, limit),
      await connection.write(scope, limit, { rows: 10_500 }),
      await connection.change(limit),
      await connection.read(scope, limit),
    ].map((row) => Object.values(row ?? {})[0]);
    expect(limits).toEqual(['4s', '14s', '4s', '15s']);
    await connection.close();
    await backend.close();
    await destroy();
  });

  it('a process that was frozen for too long repeats its write when it goes on', async () => {
    const { backend, schema, destroy } = await seat.create();
    await backend.open({ embedder });
    const connection = new Connection(parseRowsOptions({ connectionString: seat.url(), schema }));
    let attempts = 0;
    const scopes = await connection.write({ scope: 'ada' }, async (query) => {
      attempts += 1;
      const rows = await query<{ pid: number }>(
        `INSERT INTO scopes (scope, revision) VALUES ('ada', 1) RETURNING pg_backend_pid() AS pid`,
      );
      const isThere = async () =>
        (await seat.sql('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [rows[0]?.pid])).length >
        0;
      if (attempts === 1) while (await isThere()) await pause(5);
      return rows.length;
    });
    expect([scopes, attempts]).toEqual([1, 2]);
    await connection.close();
    await backend.close();
    await destroy();
  });
});
