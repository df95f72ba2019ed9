import { MnemeError } from '@mneme/core';
import type { StoreBackend } from '@mneme/store';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '../../../tools/own-process.mjs';
import { postgresBackend } from '../src/index.ts';
import { calls, prepare } from './calls.ts';
import { type CutProxy, cutProxy } from './cut-proxy.ts';
import { describeOnPostgres, newSchema } from './on-server.ts';
import { embedder, put } from './records.ts';

const timeoutMs = 3000;

async function failureOf(work: Promise<unknown>): Promise<MnemeError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (MnemeError.isInstance(error)) return error;
    throw error;
  }
}

const writes = ['commit', 'documentCommit'];

describeOnPostgres('PostgreSQL when connections break', (seat) => {
  const schema = newSchema();
  let proxy: CutProxy;
  let direct: StoreBackend;
  let backend: StoreBackend;
  beforeEach(async () => {
    proxy = await cutProxy(seat.url());
    direct = seat.make(schema);
    await direct.open({ embedder });
    await prepare(direct);
    backend = seat.make(schema, { connectionString: proxy.url, connections: 1, timeoutMs });
    await backend.open({ embedder });
  });
  afterEach(async () => {
    await backend.close();
    await direct.close();
    await proxy.close();
  });

  /** Drops the connection, so that the proxy can cut the next one. */
  async function reconnect(): Promise<void> {
    await seat.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'mneme' AND pid <> pg_backend_pid()`,
    );
  }

  let number = 10;

  it.each(Object.keys(calls))(
    '%s succeeds or fails with a typed error, wherever its connection is cut, and writes all or nothing',
    async (name) => {
      const call = calls[name] as (typeof calls)[string];
      // The first messages only open the connection.
      for (let message = 2; message <= 8; message++) {
        for (const kind of ['request', 'answer'] as const) {
          number += 1;
          await reconnect();
          proxy.cut = { kind, message };
          const started = performance.now();
          const failure = await failureOf(call(backend, number));
          proxy.cut = undefined;
          expect(performance.now() - started).toBeLessThan(timeoutMs + 2000);
          if (failure !== undefined) {
            expect(['unavailable', 'timeout']).toContain(failure.code);
            expect([...writes, 'touch'], String(failure)).toContain(name);
          }
          if (name === 'commit') {
            const ids = [put(2 * number), put(2 * number + 1)].map(({ record }) => record.id);
            const found = (await direct.get('ada', ids)).length;
            const lines = (await direct.audit({ scope: 'ada', limit: 1000 })).filter(
              ({ reason }) => reason === `commit ${number}`,
            ).length;
            expect([found, lines]).toEqual(
              failure === undefined || found > 0 ? [2, expect.any(Number)] : [0, 0],
            );
            expect(lines > 0).toBe(found > 0);
          }
        }
      }
    },
  );

  it('a server that stops answering causes a timeout within the limit, and its connection is not reused', async () => {
    await reconnect();
    proxy.cut = { kind: 'stall', message: 3 };
    const started = performance.now();
    const failure = await failureOf(backend.get('ada', [put(0).record.id]));
    expect(performance.now() - started).toBeLessThan(timeoutMs + 2000);
    expect(failure?.code, String(failure)).toBe('timeout');
    expect(await backend.get('ada', [put(0).record.id])).toHaveLength(1);
  });

  it('a missing server is reported as unavailable within the limit, without showing the password', async () => {
    const port = await freePort();
    const absent = postgresBackend({
      connectionString: `postgres://ada:hunter2@127.0.0.1:${port}/memory`,
      timeoutMs: 500,
    });
    const failure = await failureOf(absent.open({ embedder }));
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
