import { expect, it } from 'vitest';
import { openRows } from './kept.ts';
import { useStore } from './store.ts';

useStore({ durability: 'normal' });

const count = 20_000;
const code = Uint8Array.of(1, 2, 3);

async function filled(scope = 'ada') {
  const rows = await openRows({ durability: 'normal' });
  const notes = Array.from({ length: count }, (_, at) => ({
    scope,
    id: String(at).padStart(6, '0'),
    at,
    content: `note ${at}`,
    code: at % 3 === 0 ? code : null,
  }));
  expect(await rows.write(scope, { put: { notes } })).toBe(true);
  return { rows, notes };
}

it('many rows are read by another thread as they are, and belong to the caller', async () => {
  const { rows, notes } = await filled();
  const answers = await rows.read('ada', [
    { table: 'notes', is: ['ada', '000007'] },
    { table: 'notes', is: ['ada'] },
    { table: 'notes', any: [] },
    { table: 'notes', index: 'by_at', is: ['ada'], columns: ['code', 'at'], reverse: true },
  ]);
  expect(answers).toEqual([
    [notes[7]],
    notes,
    [],
    notes.map(({ at, code }) => ({ code, at })).reverse(),
  ]);
  const [, all = []] = answers;
  for (const row of all) if (row.code !== null) (row.code as Uint8Array).fill(9);
  const [[first] = []] = await rows.read('ada', [{ table: 'notes', is: ['ada'], limit: 1 }]);
  expect(first).toEqual(notes[0]);
});

it('short calls are answered before the long ones that were made before them', async () => {
  const { rows } = await filled();
  const order: string[] = [];
  const note = (name: string) => () => order.push(name);
  const all = { table: 'notes', is: ['ada'] };
  const long = [1, 2, 3].map((each) => rows.read('ada', [all]).then(note(`long ${each}`)));
  await Promise.all([
    rows.read('ada', [{ table: 'notes', any: [['ada', '000001']] }]).then(note('look-up')),
    rows.read('bob', [{ table: 'notes', is: ['bob'] }]).then(note('read of another scope')),
    ...long,
  ]);
  expect(order.slice(0, 2).sort()).toEqual(['look-up', 'read of another scope']);
});

it('a long read in several pieces is of one moment', async () => {
  const { rows, notes } = await filled();
  const read = rows.read('ada', [{ table: 'notes', is: ['ada'], columns: ['at'] }]);
  const [[found = []]] = await Promise.all([
    read,
    rows.write('ada', { remove: { notes: notes.map(({ id }) => ['ada', id]) } }),
  ]);
  expect([0, count]).toContain(found.length);
});
