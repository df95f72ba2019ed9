import { expect, it } from 'vitest';
import type { Row } from '../src/rows/rows.ts';
import { damage, openSummed, putRecords, rowsIn, type Summed } from './summed-store.ts';

const records = { table: 'records', is: ['ada'] };
const refused = (what: string) => ({ code: 'damaged', message: expect.stringContaining(what) });
const isOf = (id: string) => (row: Row) => row.id === id;

/** As another process that opens the same rows. */
const again = ({ kept }: Summed) => openSummed(kept);

it('rows are answered as they were written, whatever columns are asked for', async () => {
  const store = await openSummed();
  await putRecords(store, ['a', 'b']);
  await putRecords(store, ['a']);
  const { rows } = await again(store);
  const [all = [], some = []] = await rows.read('ada', [records, { ...records, columns: ['id'] }]);
  expect(all.map(({ id, changed }) => [id, changed])).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
  expect(some).toEqual([{ id: 'a' }, { id: 'b' }]);
});

it.each(['body', 'changed', 'number'])(
  'a row whose %s was changed is refused where it is part of the answer',
  async (column) => {
    const store = await openSummed();
    await putRecords(store, ['a', 'b']);
    damage(
      store.kept,
      'records',
      (row) => ({ ...row, [column]: column === 'body' ? '{}' : 9 }),
      isOf('a'),
    );
    const { rows } = await again(store);
    const bodies = { table: 'records', columns: ['id', 'body'] };
    await expect(rows.read('ada', [{ ...bodies, any: [['ada', 'a']] }])).rejects.toMatchObject(
      refused('the memory a'),
    );
    expect(await rows.read('ada', [{ ...bodies, any: [['ada', 'b']] }])).toMatchObject([
      [{ id: 'b' }],
    ]);
  },
);

it('a changed column by which rows are found refuses every range, and no row by its key', async () => {
  const store = await openSummed();
  await putRecords(store, ['a', 'b']);
  damage(store.kept, 'records', (row) => ({ ...row, family: null }), isOf('a'));
  const { rows } = await again(store);
  const newest = { table: 'records', index: 'by_time', is: ['ada', 'fact'], columns: ['body'] };
  await expect(rows.read('ada', [newest])).rejects.toMatchObject(refused('the memory a'));
  const byKey = { table: 'records', any: [['ada', 'a']], columns: ['body'] };
  expect(await rows.read('ada', [byKey])).toMatchObject([[{ body: expect.any(String) }]]);
});

const moves: Record<string, (row: Row) => Row | undefined> = {
  'stands under another id': (row) => ({ ...row, id: 'z' }),
  'stands in another scope': (row) => ({ ...row, scope: 'bob' }),
  'is missing': () => undefined,
};
it.each(Object.entries(moves))('a row that %s is noticed', async (_, move) => {
  const store = await openSummed();
  await putRecords(store, ['a', 'b']);
  await putRecords(store, ['c'], { scope: 'bob' });
  damage(store.kept, 'records', move, isOf('a'));
  const { rows } = await again(store);
  await expect(rows.read('ada', [records])).rejects.toMatchObject({ code: 'damaged' });
});

it.each([
  ['records', isOf('a')],
  ['vectors', ({ number }: Row) => number === 1],
  ['facets', ({ number }: Row) => number === 1],
] as const)('an older row of %s that was put back is noticed', async (table, isMeant) => {
  const store = await openSummed();
  await putRecords(store, ['a', 'b']);
  const [old] = rowsIn(store.kept, table).filter(isMeant);
  const kept = structuredClone(old);
  await putRecords(store, ['a']);
  damage(store.kept, table, () => kept, isMeant);
  const { rows } = await again(store);
  await expect(rows.read('ada', [{ table, is: ['ada'] }])).rejects.toMatchObject({
    code: 'damaged',
    message: expect.stringContaining(table),
  });
});

it('a damaged row can be replaced and removed, and then the rest is answered again', async () => {
  const store = await openSummed();
  await putRecords(store, ['a', 'b']);
  damage(store.kept, 'records', (row) => ({ ...row, importance: 5 }), isOf('a'));
  const { rows, writer } = await again(store);
  await expect(rows.read('ada', [records])).rejects.toMatchObject({ code: 'damaged' });
  await writer.change('ada', {
    questions: [{ table: 'records', any: [['ada', 'a']], columns: ['id', 'importance'] }],
    decide(draft) {
      expect(draft.answers[0]).toMatchObject([{ id: 'a', damaged: 1 }]);
      draft.remove('records', [['a']]);
      return true;
    },
  });
  expect(await rows.read('ada', [{ ...records, columns: ['id'] }])).toEqual([[{ id: 'b' }]]);
});

it('a patch keeps the checksums, and a row without a scope that others write too', async () => {
  const store = await openSummed();
  await putRecords(store, ['a', 'b']);
  const { rows, writer } = await again(store);
  await writer.change('ada', {
    decide(draft) {
      draft.patch('records', { key: ['a'], set: { pending: 1 }, add: { version: 2 } });
      return true;
    },
  });
  await rows.write(undefined, { remove: { vectors: [['ada', 1, 2]] } });
  const fresh = await again(store);
  const asked = { ...records, columns: ['id', 'pending', 'version'] };
  const [found, vectors] = await fresh.rows.read('ada', [asked, { table: 'vectors', is: ['ada'] }]);
  expect(found).toEqual([
    { id: 'a', pending: 1, version: 3 },
    { id: 'b', pending: 0, version: 1 },
  ]);
  expect(vectors).toMatchObject([{ number: 1 }]);
});

it('two writers that remove rows of one scope without expecting anything both count them', async () => {
  const store = await openSummed();
  await putRecords(store, ['a', 'b', 'c']);
  const others = [await again(store), await again(store)];
  await Promise.all(
    others.map(({ rows }, at) =>
      rows.write(undefined, { remove: { vectors: [['ada', 1, at + 1]] } }),
    ),
  );
  const { rows } = await again(store);
  expect(await rows.read('ada', [{ table: 'vectors', is: ['ada'] }])).toMatchObject([
    [{ number: 3 }],
  ]);
});

it('only the tables that are asked for are compared with their sums, once, and not those of a large scope', async () => {
  const store = await openSummed();
  await putRecords(store, ['a', 'b']);
  await putRecords(
    store,
    Array.from({ length: 400 }, (_, number) => `r${number}`),
    { scope: 'bob' },
  );
  const { rows } = await again(store);
  const read: string[][] = [];
  const { unchecked } = rows;
  const asked = unchecked.read.bind(unchecked);
  unchecked.read = (scope, questions, options) => {
    read.push(questions.map(({ table }) => table));
    return asked(scope, questions, options);
  };
  for (const scope of ['ada', 'ada', 'bob'])
    await rows.read(scope, [{ table: 'records', is: [scope], limit: 1 }]);
  expect(read).toEqual([
    ['scopes'],
    ['records', 'scopes', 'records'],
    ['records', 'scopes'],
    ['scopes'],
    ['records', 'scopes'],
  ]);
});
