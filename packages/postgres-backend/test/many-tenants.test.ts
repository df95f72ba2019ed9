import { expect, it } from 'vitest';
import { describeOnPostgres, newSchema } from './on-server.ts';
import { auditLine, embedder, now, put, vector } from './records.ts';
import { watchedPool } from './watched-pool.ts';

const receipt = (scope: string) => ({ ...auditLine('erase'), scope, action: 'erase' as const });

describeOnPostgres('PostgreSQL with many tenants', (seat) => {
  it('answers erasures without waiting for VACUUM, which runs once for all that were asked meanwhile', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    let vacuums = 0;
    const { pool, end } = watchedPool(seat.url(), async (text, query) => {
      if (text.startsWith('VACUUM')) {
        vacuums += 1;
        await held;
      }
      return query();
    });
    const schema = newSchema();
    const backend = seat.make(schema, {
      connectionString: undefined,
      pool,
      connections: undefined,
    });
    await backend.open({ embedder });
    const scopes = Array.from({ length: 20 }, (_, index) => `user:${index}`);
    for (const scope of scopes)
      await backend.commit({ scope, expect: [], puts: [put(1, scope)], removals: [], audit: [] });
    const erased = await Promise.all(scopes.map((scope) => backend.erase(scope, receipt(scope))));
    expect(erased.map(({ records }) => records)).toEqual(scopes.map(() => 1));
    expect(vacuums).toBe(1);
    release();
    await backend.close();
    expect(vacuums).toBe(2);
    await end();
    await seat.sql(`DROP SCHEMA "${schema}" CASCADE`);
  });

  it('estimates the counts of a large store from a sample, and tells the total', async () => {
    const { backend, schema, destroy } = await seat.create();
    await backend.open({ embedder });
    const puts = Array.from({ length: 100 }, (_, index) => put(index));
    for (let index = 0; index < 25; index++) puts[index]!.record.expiresAt = now;
    await backend.commit({ scope: 'ada', expect: [], puts, removals: [], audit: [] });
    const exact = { current: 75, superseded: 0, expired: 25 };
    expect(await backend.estimate!(now)).toMatchObject(exact);
    // More pages than a sample has, in 400 further scopes.
    for (const table of ['records', 'scopes']) {
      const [columns] = await seat.sql<{ names: string }>(
        `SELECT string_agg(quote_ident(column_name), ', ') AS names FROM information_schema.columns
         WHERE table_schema = $1 AND table_name = $2 AND column_name <> 'scope'`,
        [schema, table],
      );
      await seat.sql(
        `INSERT INTO "${schema}".${table} (scope, ${columns!.names})
         SELECT 'n' || g, ${columns!.names} FROM "${schema}".${table}, generate_series(1, 400) g`,
      );
    }
    const counted = await backend.stats(undefined, now);
    const { current, superseded, expired, bytes } = await backend.estimate!(now);
    expect(current + superseded + expired).toBe(40_100);
    expect(counted).toMatchObject({ current: 401 * 75, expired: 401 * 25 });
    expect(current / counted.current).toBeCloseTo(1, 1);
    expect(bytes).toBe(counted.bytes);
    await backend.close();
    await destroy();
  });

  it('tells how it uses its connections and cached indexes, and keeps these within their bytes', async () => {
    const cacheBytes = 100_000;
    const { backend, destroy } = await seat.create({ cacheBytes, connections: 3 });
    await backend.open({ embedder });
    const scopes = Array.from({ length: 20 }, (_, index) => `user:${index}`);
    for (const scope of scopes) {
      const puts = Array.from({ length: 20 }, (_, index) => put(index, scope));
      await backend.commit({ scope, expect: [], puts, removals: [], audit: [] });
      const queries = [{ vector, terms: ['tea'], limit: 20 }];
      for (const _ of [1, 2]) await backend.search({ scope, filter: { now }, queries });
      expect(backend.gauges!().indexes?.bytes).toBeLessThan(cacheBytes);
    }
    const { connections, indexes } = backend.gauges!();
    expect(connections).toMatchObject({ idle: connections!.open, waiting: 0, max: 3 });
    expect(indexes).toMatchObject({ hits: 20, misses: 20 });
    expect(indexes!.evictions).toBe(20 - indexes!.scopes);
    expect(indexes!.scopes).toBeLessThan(20);
    await backend.close();
    await destroy();
  });
});
