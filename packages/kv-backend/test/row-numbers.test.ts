import { describe, expect, it } from 'vitest';
import { inFile } from './in-file.ts';
import { fileWith } from './numbered-file.ts';
import { open, path, useStore } from './store.ts';

useStore();

const names = ['ada', 'bob', 'cleo', 'dora', 'emil', 'finn'];

describe.each([4_000_000, 2 ** 22 - 1, 2 ** 22, 2 ** 31, 2 ** 33])(
  'a file with scope numbers up to %d',
  (next) => {
    it('keeps all scopes and stores separate', async () => {
      await fileWith(next);
      const memory = await open();
      for (const name of names) {
        const scope = memory.scope(name);
        for (const ship of ['Merlin', 'Heron', 'Osprey'])
          await scope.store(
            { content: `${name} sails the ship ${ship}` },
            { onConflict: 'keepBoth' },
          );
        const store = await scope.stores.create({ name: 'notes' });
        await store.create({ path: '/log.md', content: `The log of ${name} begins on Monday` });
      }
      for (const name of ['first', ...names]) {
        const scope = memory.scope(name);
        const { memories } = await scope.list({ limit: 100 });
        expect(memories).toHaveLength(name === 'first' ? 1 : 3);
        const found = await scope.retrieve('who sails the ship', { limit: 50 });
        for (const { content } of [...memories, ...found.memories]) expect(content).toContain(name);
        expect(found.memories).toHaveLength(memories.length);
        for (const info of (await scope.stores.list()).stores) {
          const store = await scope.stores.open(info.id);
          const hits = (await store.search('log begins Monday')).documents;
          expect(hits.map(({ excerpt }) => excerpt)).toEqual([
            `The log of ${name} begins on Monday`,
          ]);
        }
      }
      await memory.scope('bob').erase();
      const left = await Promise.all(
        names.map(async (name) => (await memory.scope(name).list()).memories.length),
      );
      expect(left).toEqual([3, 0, 3, 3, 3, 3]);
    });
  },
);

it.each([2_000_000_001, 2 ** 31 - 1, 2 ** 31, 2 ** 40])(
  'a scope whose row counter is %d accepts no record or document, and the next scope does not see it',
  async (next) => {
    const memory = await open();
    const ada = memory.scope('ada');
    const bob = memory.scope('bob');
    await ada.store({ content: 'Ada sails the Merlin' });
    await bob.store({ content: 'Bob sails the Heron' });
    const store = await ada.stores.create({ name: 'notes' });
    await store.create({ path: '/a', content: 'The log begins' });
    await memory.close();
    await inFile(path, (database) =>
      database.exec(
        `UPDATE scopes SET next_row = ${next}; UPDATE document_stores SET next_row = ${next}`,
      ),
    );
    const again = await open();
    const refusal = { code: 'storage_full' };
    const { memories } = await again.scope('ada').list();
    await expect(
      again.scope('ada').store({ content: 'Cats are animals' }, { onConflict: 'keepBoth' }),
    ).rejects.toMatchObject(refusal);
    const notes = await again.scope('ada').stores.open('notes');
    await expect(notes.create({ path: '/b', content: 'x' })).rejects.toMatchObject(refusal);
    await expect(notes.update('/a', { content: 'y' })).rejects.toMatchObject(refusal);
    expect((await notes.read('/a'))?.content).toBe('The log begins');
    expect((await again.scope('ada').list()).memories).toEqual(memories);
    expect((await again.scope('bob').list()).memories).toHaveLength(1);
    await again.close();
  },
);

it('the last rows of a scope are found only in that scope', async () => {
  const memory = await open();
  await memory.scope('ada').store({ content: 'Ada sails the Merlin' });
  await memory.scope('bob').store({ content: 'Bob sails the Heron' });
  await memory.close();
  await inFile(path, (database) => database.exec(`UPDATE scopes SET next_row = 2000000000`));
  const again = await open();
  const { id } = await again
    .scope('ada')
    .store({ content: 'Cats are animals' }, { onConflict: 'keepBoth' });
  expect((await again.scope('ada').retrieve('cats')).memories[0]?.id).toBe(id);
  expect(
    (await again.scope('bob').retrieve('cats', { limit: 10 })).memories.map(({ id }) => id),
  ).not.toContain(id);
  await again.close();
});

it('the database refuses a row in the range of another scope', async () => {
  const memory = await open();
  await memory.scope('ada').store({ content: 'Ada sails the Merlin' });
  const store = await memory.scope('bob').stores.create({ name: 'notes' });
  await store.create({ path: '/a', content: 'The log begins' });
  await memory.close();
  await inFile(path, (database) => {
    const columns = database
      .prepareColumn<string>(
        `SELECT group_concat(name) FROM pragma_table_info('records') WHERE name NOT IN ('row', 'id')`,
      )
      .get();
    expect(() =>
      database.exec(
        `INSERT INTO records (row, id, ${columns}) SELECT row + 2147483648, 'x', ${columns} FROM records`,
      ),
    ).toThrow(/another scope/);
    expect(() =>
      database.exec(
        `INSERT INTO document_chunks SELECT row + 2147483648, document, start, end, line, length, terms FROM document_chunks`,
      ),
    ).toThrow(/another store/);
  });
});
