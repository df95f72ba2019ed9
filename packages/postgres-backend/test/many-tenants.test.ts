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

  it('vacuums the parts that have lost rows, also after an erasure in steps', async () => {
    const vacuums: string[] = [];
    const { pool, end } = watchedPool(seat.url(), async (text, query) => {
      if (text.startsWith('VACUUM')) vacuums.push(text);
      return query();
    });
    const schema = newSchema();
    const backend = seat.make(schema, {
      ...{ connectionString: undefined, pool, connections: undefined },
    });
    await backend.open({ embedder });
    const puts = Array.from({ length: 600 }, (_, index) => put(index));
    await backend.commit({ scope: 'ada', expect: [], puts, removals: [], audit: [] });
    const [at] = await seat.sql<{ part: string }>(
      `SELECT DISTINCT tableoid::regclass::text AS part FROM "${schema}".records`,
    );
    expect((await backend.erase('ada', receipt('ada'))).records).toBe(600);
    await backend.close();
    expect(vacuums.join()).toContain(`${at?.part.split('.').at(-1)},`);
    expect(vacuums.join().match(/records_\d/g)).toHaveLength(1);
    await end();
    await seat.sql(`DROP SCHEMA "${schema}" CASCADE`);
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
