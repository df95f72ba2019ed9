import { expect, it } from 'vitest';
import { Connection } from '../src/connection.ts';
import { parseOptions } from '../src/options.ts';
import { schemaSteps } from '../src/schema.ts';
import { calls, prepare } from './calls.ts';
import { describeOnPostgres, newSchema } from './on-server.ts';
import { embedder, now } from './records.ts';

describeOnPostgres('PostgreSQL at start', (seat) => {
  it('creates the tables once when many processes start at the same time', async () => {
    const schema = newSchema();
    const backends = Array.from({ length: 8 }, () => seat.make(schema, { connections: 1 }));
    await Promise.all(backends.map((backend) => backend.open({ embedder })));
    const stats = await Promise.all(backends.map((backend) => backend.stats(undefined, now)));
    expect(stats.map(({ embedder: remembered }) => remembered)).toEqual(
      backends.map(() => embedder),
    );
    for (const backend of backends) await backend.close();
    await seat.sql(`DROP SCHEMA "${schema}" CASCADE`);
  });

  it('refuses a schema of a newer version, and creates none if configured so', async () => {
    const schema = newSchema();
    const absent = seat.make(schema, { create: false });
    await expect(absent.open({})).rejects.toMatchObject({ code: 'not_found' });
    await absent.close();
    const [found] = await seat.sql('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
    expect(found).toBeUndefined();
    const first = seat.make(schema);
    await first.open({});
    await first.close();
    await seat.sql(
      `UPDATE "${schema}".meta SET value = '${schemaSteps.length + 1}' WHERE key = 'schema'`,
    );
    const older = seat.make(schema);
    await expect(older.open({})).rejects.toMatchObject({
      code: 'foreign_store',
      message: expect.stringContaining(`schema ${schemaSteps.length + 1}`),
    });
    await older.close();
    await seat.sql(`DROP SCHEMA "${schema}" CASCADE`);
  });

  it('refuses every call once a newer program has upgraded the schema, also one that it has begun, and writes nothing', async () => {
    const { backend, schema, destroy } = await seat.create();
    await backend.open({ embedder });
    await prepare(backend);
    const [before] = await seat.sql(`SELECT revision FROM "${schema}".scopes`);
    const newer = schemaSteps.length + 1;
    // The upgrade waits for the write that has begun, and the write after it for the upgrade.
    const connection = new Connection(parseOptions({ connectionString: seat.url(), schema }));
    const begun = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const upgraded = connection.change(async (query) => {
      await query(`UPDATE meta SET value = to_json($1::integer) WHERE key = 'schema'`, [newer]);
      begun.resolve();
      await commit.promise;
    });
    await begun.promise;
    const late = Object.values(calls).map((call, at) => call(backend, at + 100));
    const settled = Promise.allSettled(late);
    await until(async () => {
      const rows = await seat.sql(`SELECT 1 FROM pg_stat_activity WHERE wait_event = 'advisory'`);
      return rows.length > 0;
    });
    commit.resolve();
    await upgraded;
    const reads = (await settled).filter(({ status }) => status === 'fulfilled').length;
    expect(reads).toBeLessThan(late.length);
    for (const [name, call] of Object.entries(calls))
      await expect(call(backend, 200), name).rejects.toMatchObject({
        code: 'foreign_store',
        message: expect.stringContaining(`schema ${newer}`),
      });
    expect(await seat.sql(`SELECT revision FROM "${schema}".scopes`)).toEqual([before]);
    await connection.close();
    await backend.close();
    await destroy();
  });
});

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue()));
}
