import assert from 'node:assert/strict';
import { MnemeError } from '@mneme/core/backend';
import type { Batch, Question, RowPatch } from '@mneme/store/rows';
import { rowsCasesOf } from '../context.ts';
import { all, assertRejects, put } from '../steps.ts';
import { ada, counter, item, mark } from '../tables.ts';

const items = { table: 'items', is: [ada] } as const;
const key = [ada, 'a'];

const badQuestions: Record<string, Question> = {
  'an unknown table': { table: 'nothing', is: [] },
  'a table of the language': { table: 'constructor', is: [] },
  'an unknown index': { ...items, index: 'by_nothing' },
  'an unknown column': { ...items, columns: ['id', 'nothing'] },
  'SQL for a column': { ...items, columns: ['1; --'] },
  'no columns': { ...items, columns: [] },
  'an empty list': { table: 'items', any: [[]] },
  'lists of unequal length': { table: 'items', any: [[ada, 'a'], [ada]] },
  'a list beyond the index': { table: 'items', index: 'by_place', any: [[ada, 1, 'a']] },
  'values beyond the key': { table: 'items', is: [ada, 'a', 1] },
  'a number for a text': { table: 'items', any: [[ada, 1]] },
  'a text for a number': { table: 'marks', is: [ada, '1'] },
  'half an integer': { table: 'marks', is: [ada, 0.5] },
  NaN: { table: 'items', index: 'by_name', is: [ada, 'n', Number.NaN] },
  'an empty bound': { ...items, after: [] },
  'a bound with null': { ...items, after: [null] },
  'a bound beyond the key': { ...items, before: ['a', 'b'] },
  'a bound of another type': { ...items, index: 'by_place', after: ['1'] },
  'a negative limit': { ...items, limit: -1 },
  'half a limit': { ...items, limit: 1.5 },
};

const patched = (change: Omit<RowPatch, 'table' | 'key'>): Batch => ({
  patch: [{ table: 'items', key, ...change }],
});
const putting = (columns: Record<string, unknown>): Batch => ({
  put: { items: [item('new', columns as never)] },
});

const badBatches: Record<string, Batch> = {
  'a row of an unknown table': { put: { nothing: [] } },
  'a removal from an unknown table': { remove: { nothing: [] } },
  'a patch of an unknown table': { patch: [{ table: 'nothing', key: ['a'], set: { a: 1 } }] },
  'an expectation of an unknown table': {
    expect: [{ table: 'nothing', key: ['a'], column: 'a', value: 1 }],
  },
  'a row with an unknown column': putting({ nothing: null }),
  'a patch of an unknown column': patched({ set: { nothing: null } }),
  'an expectation of an unknown column': {
    expect: [{ table: 'items', key, column: 'nothing', value: undefined }],
  },
  'null in a key': { put: { items: [{ scope: ada, id: null }] } },
  'no value in a key': { put: { marks: [{ scope: ada, mark: 'x' }] } },
  'null in the key of a patch': {
    patch: [{ table: 'items', key: [ada, null], set: { place: 1 } }],
  },
  'half a key of a patch': { patch: [{ table: 'items', key: [ada], set: { place: 1 } }] },
  'half a key of an expectation': {
    expect: [{ table: 'items', key: [ada], column: 'id', value: 'a' }],
  },
  'null in a removal': { remove: { items: [[ada, null]] } },
  'a removal beyond the key': { remove: { items: [[ada, 'a', 'b']] } },
  'removals of unequal length': { remove: { items: [[ada, 'a'], [ada]] } },
  'a patch of the key': patched({ set: { id: 'b' } }),
  'a patch that changes nothing': patched({ set: {} }),
  'a patch that sets and adds': patched({ set: { place: 1 }, add: { place: 1 } }),
  'an addition to a text': patched({ add: { name: 1 } }),
  NaN: putting({ weight: Number.NaN }),
  infinity: putting({ weight: Number.POSITIVE_INFINITY }),
  'half an integer': putting({ place: 1.5 }),
  'an integer of 2^53': putting({ place: 2 ** 53 }),
  'an addition of NaN': patched({ add: { place: Number.NaN } }),
  'a number for a text': putting({ name: 1 }),
  'a text for a number': putting({ place: '1' }),
  'a truth value': putting({ place: true }),
  'a text for bytes': putting({ body: 'text' }),
  'a list of numbers for bytes': putting({ body: [1, 2] }),
  'a text with NUL': putting({ name: 'a\0b' }),
  'half a surrogate pair': putting({ secret: 'a\ud800' }),
  'half a surrogate pair in a patch': patched({ set: { secret: '\udc00' } }),
};

export const refusalCases = rowsCasesOf('refusals', {
  ...Object.fromEntries(
    Object.entries(badQuestions).map(([name, question]) => [
      `a question with ${name} is refused`,
      async ({ rows }) => {
        await assertRejects(rows.read(undefined, [items, question]), 'invalid_input');
      },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(badBatches).map(([name, batch]) => [
      `a batch with ${name} is refused, and writes nothing`,
      async ({ rows }) => {
        await put(rows, 'items', item('a', { place: 1 }));
        await put(rows, 'marks', mark(1, 'x'));
        const more = { ...batch, put: { counters: [counter('c', 1)], ...batch.put } };
        await assertRejects(rows.write(undefined, more), 'invalid_input');
        assert.deepEqual(await all(rows, 'items'), [item('a', { place: 1 })]);
        assert.deepEqual(await all(rows, 'counters'), []);
      },
    ]),
  ),
  'a refusal names the field': async ({ rows }) => {
    const failure = await rows.write(undefined, putting({ place: 0.5 })).catch((error) => error);
    assert.ok(MnemeError.isInstance(failure));
    assert.equal(failure.field, 'put.items[0].place');
  },
} as Parameters<typeof rowsCasesOf>[1]);
