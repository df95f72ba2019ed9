import { expect, it } from 'vitest';
import { schemaSteps } from '../src/schema.ts';
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
});
