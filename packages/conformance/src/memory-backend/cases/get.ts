import assert from 'node:assert/strict';
import type { MemoryRecord } from '@mneme/core/contract';
import { axis, daysFromNow, record, recordId, stored, testScope, times } from '../builders.ts';
import { memoryCases } from '../context.ts';
import { findDense, ids, numbered, put, putAll, recordsOf } from '../steps.ts';

const full: MemoryRecord = {
  ...record({ id: recordId(1) }),
  version: 4,
  content: 'Prefers window seats',
  category: 'user_preference',
  tags: ['travel', 'a b', 'a,b', 'Travel', '旅行', "o'clock", '"quoted"', '100%', '🪟'],
  importance: 5,
  createdAt: daysFromNow(-9),
  updatedAt: daysFromNow(-8),
  confirmedAt: daysFromNow(-7.5),
  occurredAt: daysFromNow(-30.123456),
  expiresAt: daysFromNow(90),
  supersededBy: recordId(2),
  validTo: daysFromNow(-6),
  supersededReason: 'another residence',
  contests: [recordId(3), recordId(4)],
  contestedBy: [recordId(5)],
  lastAccessedAt: daysFromNow(-5),
  accessCount: 7,
  source: {
    speaker: 'Ana',
    session: 'session-1',
    sequence: 0,
    externalId: 'crm:42',
    documentPath: 'notes/trip.md',
    'key with.dots': { list: [1, -2.5, 'three', true, [], {}], deep: { empty: '', nothing: null } },
  },
  metadata: {
    project: 'heron',
    list: [1, -2.5, 'three', true, null, {}],
    deep: { empty: '', nothing: null },
    'key with.dots': 0.30000000000000004,
  },
};

const contents: [string, string][] = [
  ['CJK', '他喜欢绿茶。東京の喫茶店で飲む。녹차를 좋아한다'],
  ['emoji and joined emoji', 'Ships on Friday 🚀 with the family 👨‍👩‍👧‍👦 🇨🇭'],
  ['right-to-left text and marks', 'مرحبا שלום \u202Eabc\u202C नमस्ते'],
  ['both composed and decomposed letters', 'caf\u00e9 cafe\u0301 \u00c5ngstr\u00f6m \u212b'],
  [
    'quotes, wildcards and markup',
    `it's "50%" _off_; DROP TABLE records; -- \\ <b>&amp;</b> \${x} {{y}}`,
  ],
  ['line breaks, tabs and outer spaces', '  first\r\nsecond\n\n\tthird \u00a0\u2028 '],
  ['32 KiB', 'Zürich ist schön. '.repeat(1640)],
  ['what looks like a number or JSON', '0012.50'],
  ['what looks like JSON', '{"content": null, "tags": ["x"]}'],
];

export const getCases = memoryCases('get', {
  'gives back every field as it was put': async ({ backend }) => {
    await put(backend, [{ record: full, contentKey: 'key', vector: axis(0), terms: ['window'] }]);
    assert.deepEqual(await recordsOf(backend, testScope, [full.id]), [full]);
  },
  'keeps tags in the order given': async ({ backend }) => {
    const tags = ['zeta', 'alpha', 'Mu', '10', '9', 'alpha beta'];
    await putAll(backend, { 1: { tags } });
    assert.deepEqual((await recordsOf(backend, testScope, [recordId(1)]))[0]?.tags, tags);
  },
  'leaves out what was left out, and never answers null': async ({ backend }) => {
    const plain = stored();
    await put(backend, [plain]);
    const [got] = await recordsOf(backend, testScope, [recordId(1)]);
    assert.deepEqual(Object.keys(got!).sort(), Object.keys(plain.record).sort());
    assert.deepEqual(got, plain.record);
  },
  'keeps content of every script and form unchanged': async ({ backend }) => {
    await put(
      backend,
      contents.map(([, content], index) =>
        stored({ id: recordId(index), content, terms: ['word'] }),
      ),
    );
    const got = await recordsOf(backend, testScope, times(contents.length, recordId));
    for (const [index, [kind, content]] of contents.entries()) {
      assert.equal(got[index]?.content, content, kind);
    }
  },
  'answers in the order of the ids and leaves out unknown ones': async ({ backend }) => {
    await put(
      backend,
      times(5, (index) => stored({ id: recordId(index + 1) })),
    );
    const asked = [4, 9, 1, 5, 8, 2].map(recordId);
    assert.deepEqual(ids(await recordsOf(backend, testScope, asked)), [4, 1, 5, 2].map(recordId));
    assert.deepEqual(await recordsOf(backend, testScope, []), []);
  },
  'answers expired and superseded records too': async ({ backend }) => {
    const expired = stored({ id: recordId(1), expiresAt: daysFromNow(-1) });
    const replaced = stored({
      id: recordId(2),
      supersededBy: recordId(3),
      validTo: daysFromNow(-1),
    });
    await put(backend, [expired, replaced]);
    const got = await recordsOf(backend, testScope, [recordId(1), recordId(2)]);
    assert.deepEqual(got, [expired.record, replaced.record]);
  },
  'answers two thousand ids at once': async ({ backend }) => {
    await putAll(backend, numbered(300));
    const got = await recordsOf(
      backend,
      testScope,
      times(2000, (index) => recordId(1999 - index)),
    );
    assert.deepEqual(
      ids(got),
      times(300, (index) => recordId(299 - index)),
    );
  },
  'answers copies: neither what was put nor what was answered changes the store': async ({
    backend,
  }) => {
    const given = stored({ tags: ['kept'], source: { session: 's' } });
    const expected = structuredClone(given.record);
    await put(backend, [given]);
    given.record.tags.push('later');
    given.record.source.session = 'changed';
    given.vector!.fill(0);
    const [first] = await recordsOf(backend, testScope, [recordId(1)]);
    assert.deepEqual(first, expected);
    first!.tags.push('later');
    first!.source.session = 'changed';
    assert.deepEqual(await recordsOf(backend, testScope, [recordId(1)]), [expected]);
    assert.deepEqual(await findDense(backend), [recordId(1)]);
  },
});
