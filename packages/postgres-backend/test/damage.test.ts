import { createMemory, MnemeError } from '@mneme/core';
import { expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { describeOnPostgres } from './on-server.ts';

describeOnPostgres('PostgreSQL with a damaged row', (seat) => {
  /** Three memories, of which the second one is damaged by a statement. */
  async function damagedStore(sql: (schema: string, id: string) => string) {
    const { backend, reopen, schema, destroy } = await seat.create();
    const writer = await createMemory({ backend, embedder: letterEmbedder });
    const contents = [
      'Drinks tea',
      `Sails on the lake ${Array.from({ length: 3000 }, (_, at) => (at * 7919) % 3001).join(' ')}`,
      'Likes jazz',
    ];
    const ids: string[] = [];
    for (const content of contents) ids.push((await writer.scope('ada').store({ content })).id);
    await writer.close();
    const bad = ids[1] as string;
    await seat.sql(sql(schema, bad));
    // What is deleted from long texts cannot be deleted again with its row before this.
    const parts = Array.from({ length: 8 }, (_, part) => `"${schema}".records_${part}`);
    await seat.sql(`VACUUM ${parts.join(', ')}`);
    const memory = await createMemory({ backend: reopen(), embedder: letterEmbedder });
    const ada = memory.scope('ada');
    const end = async () => {
      await memory.close();
      await destroy();
    };
    return { memory, ada, bad, good: ids[0] as string, end };
  }

  async function failureOf(work: Promise<unknown>): Promise<MnemeError> {
    const error = await work.then(
      () => undefined,
      (failure: unknown) => failure,
    );
    if (MnemeError.isInstance(error)) return error;
    throw new Error('it did not fail as Mneme does', { cause: error });
  }

  const set = (what: string) => (schema: string, id: string) =>
    `UPDATE "${schema}".records SET ${what} WHERE id = '${id}'`;
  const damages: Record<string, (schema: string, id: string) => string> = {
    'a text that is no JSON': set(`body = left(body, 40)`),
    'the text of another record': set(`body = replace(body, 'Sails', 'Swims')`),
    // What PostgreSQL finds itself: a part of a long text is gone.
    'a long text without a part of it': (
      schema,
      id,
    ) => `DO $$ DECLARE toast regclass; found oid; BEGIN
      SELECT c.reltoastrelid::regclass INTO toast FROM "${schema}".records r JOIN pg_class c ON c.oid = r.tableoid WHERE r.id = '${id}';
      SET LOCAL allow_system_table_mods TO on;
      UPDATE pg_class SET relkind = 'r' WHERE oid = toast;
      EXECUTE format('DELETE FROM %s WHERE chunk_seq = 1', toast);
      UPDATE pg_class SET relkind = 't' WHERE oid = toast;
      END $$`,
    'a vector that is too short': (schema, id) =>
      `UPDATE "${schema}".vectors v SET code = substr(v.code, 1, 9) FROM "${schema}".records r
       WHERE r.id = '${id}' AND v.scope = r.scope AND v.number = r.number`,
  };

  it.each(Object.keys(damages))(
    '%s is told at once with its record, does not stop the others, is found by the doctor and can be deleted',
    async (name) => {
      const { memory, ada, bad, good, end } = await damagedStore(
        damages[name] as (typeof damages)[string],
      );
      const isVector = name.includes('vector');
      for (const ask of [
        ...(isVector ? [] : [() => ada.get(bad), () => ada.list({}), () => ada.history(bad)]),
        () => ada.retrieve('who sails'),
      ]) {
        const failure = await failureOf(ask());
        expect(failure.code, String(failure)).toBe('damaged');
        expect(failure.message).toContain(isVector ? 'a vector' : bad);
      }
      expect((await ada.get(good))?.content).toBe('Drinks tea');
      const { findings } = await memory.doctor({ near: false });
      expect(findings.find(({ kind }) => kind === (isVector ? 'index' : 'damaged'))).toMatchObject({
        count: 1,
        examples: [{ scope: 'ada', id: bad }],
      });
      expect((await ada.delete(bad)).removed).toEqual([bad]);
      expect((await ada.list({})).memories).toHaveLength(2);
      expect((await ada.retrieve('who sails')).memories.length).toBeGreaterThan(0);
      expect((await memory.doctor({ near: false })).findings).toEqual([]);
      await end();
    },
  );

  it('the doctor makes a damaged vector, a wrong count and a lost field again', async () => {
    const { memory, ada, bad, end } = await damagedStore(
      damages['a vector that is too short'] as never,
    );
    const { schema, backend, reopen, destroy } = await seat.create();
    const other = await createMemory({ backend, embedder: letterEmbedder });
    await other.scope('bob').store({ content: 'Keeps bees', tags: ['bees'] });
    await seat.sql(
      `DELETE FROM "${schema}".facets; UPDATE "${schema}".scopes SET records = 7;
       INSERT INTO "${schema}".facets (scope, facet, number) VALUES ('bob', 'nothing', 99)`,
    );
    const afresh = await createMemory({ backend: reopen(), embedder: letterEmbedder });
    expect(await failureOf(afresh.scope('bob').retrieve('bees'))).toMatchObject({
      code: 'damaged',
    });
    await afresh.close();
    expect((await other.doctor({ fix: true, near: false })).findings).toEqual([]);
    expect((await other.scope('bob').retrieve('bees', { tags: ['bees'] })).memories).toHaveLength(
      1,
    );
    expect((await memory.doctor({ fix: true, near: false })).findings).toEqual([]);
    expect((await ada.retrieve('who sails')).memories.map(({ id }) => id)).toContain(bad);
    await other.close();
    await destroy();
    await end();
  });
});
