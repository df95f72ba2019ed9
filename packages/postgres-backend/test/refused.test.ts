import { createMemory } from '@mneme/core';
import { describe, expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { startPostgres, whyNoBinary } from '../../../tools/postgres-server.mjs';
import { postgresBackend } from '../src/index.ts';
import { describeOnPostgres } from './on-server.ts';

describeOnPostgres('PostgreSQL that refuses a write', (seat) => {
  it.each([
    ['53100', 'storage_full', /free room/],
    ['53200', 'busy', /no room/],
    ['25006', 'read_only', /primary server/],
    ['42501', 'read_only', /grant the role/],
  ])('for %s is told as %s, with its own code as the cause', async (sqlstate, code, message) => {
    const { backend, schema, destroy } = await seat.create();
    const memory = await createMemory({ backend, embedder: letterEmbedder });
    await seat.sql(
      `CREATE FUNCTION "${schema}".refuse() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN RAISE EXCEPTION 'no more' USING ERRCODE = '${sqlstate}'; END $$;
       CREATE TRIGGER refuse BEFORE INSERT ON "${schema}".scopes FOR EACH ROW EXECUTE FUNCTION "${schema}".refuse()`,
    );
    await expect(memory.scope('ada').store({ content: 'Drinks tea' })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
      cause: { code: sqlstate },
    });
    expect((await memory.scope('ada').list()).memories).toEqual([]);
    await memory.close();
    await destroy();
  });
});

const reason = whyNoBinary();

describe.skipIf(reason)(`A replica of PostgreSQL${reason ? ` [skipped: ${reason}]` : ''}`, () => {
  it('can be opened and read, and refuses writes with read_only', async () => {
    const primary = await startPostgres();
    const open = (connectionString: string) =>
      createMemory({ backend: postgresBackend({ connectionString }), embedder: letterEmbedder });
    const writer = await open(primary.url);
    await writer.scope('ada').store({ content: 'Drinks tea' });
    await writer.close();
    const replica = await startPostgres({ from: await primary.copy(), standby: true });
    const reader = await open(replica.url);
    const ada = reader.scope('ada');
    expect((await ada.retrieve('tea')).memories).toHaveLength(1);
    await expect(ada.store({ content: 'Sails on the lake' })).rejects.toMatchObject({
      code: 'read_only',
      cause: { code: '25006' },
    });
    await reader.close();
    await replica.stop();
    await primary.stop();
  });
});
