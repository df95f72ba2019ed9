import assert from 'node:assert/strict';
import type { Row } from '@mneme/store/rows';
import { Chance, times } from '../../model/chance.ts';
import { rowsCasesOf } from '../context.ts';
import { all, ask, column, put } from '../steps.ts';
import { ada, counter, item, mark } from '../tables.ts';

/** In the order of their UTF-8 bytes. JavaScript's own order differs in the last two. */
const texts = [
  '',
  '\u0001',
  ' ',
  ' a',
  '"',
  "'; DROP TABLE items; --",
  '%',
  '1',
  '10',
  '1e1',
  '2',
  'A',
  'Z',
  '\\',
  '_',
  'a',
  'a ',
  'a\n',
  'aa',
  'null',
  'z',
  '{"a":1}',
  'e\u0301',
  'é',
  'ß',
  '用户',
  '\ufeff',
  '\uffff',
  '\u{10000}',
  '😀',
].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));

const integers = [Number.MIN_SAFE_INTEGER, -(2 ** 40), -1, 0, 1, 2, 10, 2 ** 31, 2 ** 32 + 1];
integers.push(Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER);

const reals = [-Number.MAX_VALUE, -1e21, -1.5, -0.1, -Number.MIN_VALUE, 0, Number.MIN_VALUE, 1e-7];
reals.push(0.1, 0.1 + 0.2, 1 / 3, 1, 1.7976931348623155e308, Number.MAX_VALUE);

export const valueCases = rowsCasesOf('values', {
  'come back as they were put: texts': async ({ rows }) => {
    const written = texts.map((text, at) => item(`${at + 10}`, { name: text, secret: text }));
    await put(rows, 'items', ...written);
    assert.deepEqual(await all(rows, 'items'), written);
  },
  'come back as they were put: numbers': async ({ rows }) => {
    const written = [...integers, ...reals.keys()].map((_, at) =>
      item(`${at + 10}`, { place: integers[at] ?? null, weight: reals[at] ?? null }),
    );
    await put(rows, 'items', ...written);
    assert.deepEqual(await all(rows, 'items'), written);
  },
  'come back as they were put: bytes, also none and all that there are': async ({ rows }) => {
    const bodies = [Uint8Array.of(), Uint8Array.of(0), Uint8Array.from(times(256, Number))];
    // A part of a larger buffer.
    bodies.push(Uint8Array.of(1, 2, 3, 4).subarray(1, 3), Buffer.from('a buffer'));
    const written = bodies.map((body, at) => item(`${at}`, { body }));
    await put(rows, 'items', ...written);
    const expected = bodies.map((body, at) => item(`${at}`, { body: Uint8Array.from(body) }));
    assert.deepEqual(await all(rows, 'items'), expected);
  },
  'come back as they were put: megabytes of a text and of bytes': async ({ rows }) => {
    const secret = `${'Ada likes tea, 用户 too. 😀 '.repeat(150_000)}end`;
    const body = Uint8Array.from(times(4_000_000, (at) => (at * 31 + (at >> 8)) % 251));
    await put(rows, 'items', item('large', { secret, body }), item('small'));
    const [large, small] = await all(rows, 'items');
    assert.ok(large?.secret === secret, 'the text is another one');
    assert.ok(Buffer.compare(large.body as Uint8Array, body) === 0, 'the bytes are other ones');
    assert.deepEqual(small, item('small'));
  },
  'are null where a row has no such column': async ({ rows }) => {
    await put(rows, 'items', { scope: ada, id: 'a', place: 1 });
    assert.deepEqual(await all(rows, 'items'), [item('a', { place: 1 })]);
  },
  'are found by a key or an index: texts': async ({ rows }) => {
    const written = texts.map((text, at) => item(text, { name: text, weight: at }));
    await put(rows, 'items', ...written);
    for (const [at, text] of texts.entries()) {
      assert.deepEqual(await ask(rows, { table: 'items', any: [[ada, text]] }), [written[at]]);
      const byName = { table: 'items', index: 'by_name' };
      assert.deepEqual(await ask(rows, { ...byName, any: [[ada, text]] }), [written[at]]);
      assert.deepEqual(await ask(rows, { ...byName, is: [ada, text] }), [written[at]]);
    }
    const any = texts.toReversed().map((text) => [ada, text]);
    assert.deepEqual(await ask(rows, { table: 'items', any }), written.toReversed());
  },
  'are found by a key or an index: numbers': async ({ rows }) => {
    await put(
      rows,
      'items',
      ...integers.map((place, at) => item(`i${at + 10}`, { place })),
      ...reals.map((weight, at) => item(`r${at + 10}`, { weight, name: 'real' })),
    );
    for (const [at, place] of [...integers.entries(), [3, -0] as const]) {
      const byPlace = { table: 'items', index: 'by_place' };
      assert.deepEqual(await column(rows, 'id', { ...byPlace, any: [[ada, place]] }), [
        `i${at + 10}`,
      ]);
      assert.deepEqual(await column(rows, 'id', { ...byPlace, is: [ada, place] }), [`i${at + 10}`]);
    }
    for (const [at, weight] of [...reals.entries(), [5, -0] as const]) {
      const list = [ada, 'real', weight];
      const byName = { table: 'items', index: 'by_name' };
      assert.deepEqual(await column(rows, 'id', { ...byName, any: [list] }), [`r${at + 10}`]);
      assert.deepEqual(await column(rows, 'id', { ...byName, is: list }), [`r${at + 10}`]);
    }
  },
  'of a key or an index have up to 2,500 bytes of text together': async ({ rows }) => {
    const chance = new Chance(1);
    const long = () => String.fromCodePoint(...times(208, () => 0x10000 + chance.below(0xf0000)));
    const written = times(20, () => item(long(), { scope: long(), name: long(), weight: 1 }));
    await put(rows, 'items', ...written);
    for (const row of written) {
      const { scope = null, id = null, name = null } = row;
      const byName = { table: 'items', index: 'by_name', is: [scope, name] };
      assert.deepEqual(await ask(rows, { table: 'items', any: [[scope, id]] }), [row]);
      assert.deepEqual(await ask(rows, byName), [row]);
    }
  },
  'are in the order of their UTF-8 bytes: texts': async ({ rows }) => {
    const shuffled = texts.toSorted((one, other) => one.length - other.length);
    await put(rows, 'items', ...shuffled.map((text) => item(text, { name: text, weight: 1 })));
    assert.deepEqual(await column(rows, 'id', { table: 'items', is: [] }), texts);
    const byName = { table: 'items', index: 'by_name', is: [ada] };
    assert.deepEqual(await column(rows, 'id', byName), texts);
    for (const [at, text] of texts.entries()) {
      const after = await column(rows, 'id', { table: 'items', is: [ada], after: [text] });
      assert.deepEqual(after, texts.slice(at + 1));
      const before = await column(rows, 'id', { table: 'items', is: [ada], before: [text] });
      assert.deepEqual(before, texts.slice(0, at));
    }
  },
  'are in the order of their size: numbers': async ({ rows }) => {
    await put(
      rows,
      'items',
      ...integers.map((place, at) => item(`i${(at * 7) % 11}`, { place })),
      ...reals.map((weight, at) => item(`r${(at * 3) % 14}`, { weight, name: 'real' })),
    );
    const byPlace = { table: 'items', index: 'by_place', is: [ada] };
    const byWeight = { table: 'items', index: 'by_name', is: [ada, 'real'] };
    assert.deepEqual(await column(rows, 'place', byPlace), integers);
    assert.deepEqual(await column(rows, 'weight', byWeight), reals);
    for (const [at, place] of integers.entries()) {
      const after = await column(rows, 'place', { ...byPlace, after: [place] });
      assert.deepEqual(after, integers.slice(at + 1));
    }
    for (const [at, weight] of reals.entries()) {
      const before = await column(rows, 'weight', { ...byWeight, before: [weight] });
      assert.deepEqual(before, reals.slice(0, at));
    }
  },
  'of an answer, and of a written batch, belong to the caller': async ({ rows }) => {
    const body = Uint8Array.of(1, 2, 3);
    const given: Row = item('a', { body, name: 'kept' });
    await put(rows, 'items', given);
    body.fill(9);
    given.name = 'changed';
    const expected = [item('a', { body: Uint8Array.of(1, 2, 3), name: 'kept' })];
    const [found = []] = await rows.read(undefined, [{ table: 'items', is: [] }]);
    for (const row of found) {
      (row.body as Uint8Array).fill(9);
      row.name = 'changed';
    }
    assert.deepEqual(await all(rows, 'items'), expected);
    await rows.write(undefined, { patch: [{ table: 'items', key: [ada, 'a'], set: { body } }] });
    body.fill(7);
    const [patched] = await all(rows, 'items');
    assert.deepEqual(patched?.body, Uint8Array.of(9, 9, 9));
  },
  'of a key differ in any of its columns': async ({ rows }) => {
    const written = [mark(1, '1'), mark(1, 'a'), mark(1, 'b'), mark(2, 'a'), mark(11, '')];
    await put(rows, 'marks', ...written, mark(1, 'a'));
    assert.deepEqual(await all(rows, 'marks'), written);
    await put(rows, 'counters', counter('1', 1), counter('1.0', 2));
    assert.deepEqual(await all(rows, 'counters'), [counter('1', 1), counter('1.0', 2)]);
  },
});
