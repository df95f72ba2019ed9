import { expect, it } from 'vitest';
import { bareClient } from './collections.ts';
import { describeOnCollection } from './on-server.ts';
import { openMemory } from './support.ts';

describeOnCollection('a collection of before there were kinds', ({ collection, server }) => {
  /** As written by an older Mneme: every record has a category, and none a kind. */
  async function makeOld(): Promise<void> {
    const client = bareClient(server());
    const records = { must_not: [{ is_empty: { key: 'scope' } }] };
    await client.deletePayload(collection, { wait: true, keys: ['kind'], filter: records });
    await client.setPayload(collection, {
      wait: true,
      payload: { category: 'factual_knowledge', matter: 'ada lives' },
      filter: records,
    });
    await setSchema(1);
  }

  async function setSchema(schema: number): Promise<void> {
    const { mneme } = { mneme: { schema } };
    await bareClient(server()).updateCollection(collection, { metadata: { mneme } } as object);
  }

  it('is upgraded when opened, even by many at the same time, and then refuses an older Mneme', async () => {
    const first = await openMemory(server(), { collection });
    for (const name of ['ada', 'bob']) {
      const scope = first.scope(name);
      await scope.episodes.append([{ content: `${name} said hello` }, { content: 'And bye' }], {
        session: 'monday',
      });
      await scope.store({ content: `${name} likes tea`, source: { session: 'monday' } });
      await scope.store({ content: 'Tea comes at four', source: { sequence: 3 } });
    }
    await first.close();
    await makeOld();

    const memories = await Promise.all([1, 2, 3].map(() => openMemory(server(), { collection })));
    for (const memory of memories) {
      for (const name of ['ada', 'bob']) {
        const scope = memory.scope(name);
        const of = async (kind: 'episode' | 'fact') =>
          (await scope.list({ kinds: [kind] })).memories
            .map(({ content, category }) => `${content} (${category})`)
            .sort();
        expect(await of('episode')).toEqual([
          'And bye (undefined)',
          `${name} said hello (undefined)`,
        ]);
        expect(await of('fact')).toEqual([
          'Tea comes at four (factual_knowledge)',
          `${name} likes tea (factual_knowledge)`,
        ]);
        expect((await scope.list()).memories.map(({ kind }) => kind).sort()).toEqual([
          'episode',
          'episode',
          'fact',
          'fact',
        ]);
        expect((await scope.stats()).byKind).toEqual({ episode: 2, fact: 2 });
        expect((await scope.sessions.list()).sessions).toMatchObject([
          { session: 'monday', turns: 2 },
        ]);
      }
    }
    const again = { content: 'ada said hello', sequence: 1 };
    const appended = await memories[0]
      ?.scope('ada')
      .episodes.append([again], { session: 'monday' });
    expect(appended?.known).toBe(1);
    for (const memory of memories) await memory.close();
    const info = await bareClient(server()).getCollection(collection);
    expect(info.config.metadata).toMatchObject({ mneme: { schema: 2 } });
    await setSchema(3);
    await expect(openMemory(server(), { collection })).rejects.toMatchObject({
      code: 'foreign_store',
    });
  });
});
