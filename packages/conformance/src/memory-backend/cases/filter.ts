import assert from 'node:assert/strict';
import {
  evidenceFacet,
  facet,
  type MemoryBackend,
  memoryCategories,
  memoryKinds,
  passesFilter,
  type RecordFilter,
} from '@mneme/core/contract';
import {
  atCosine,
  daysFromNow,
  randomNumbers,
  recordId,
  type StoredFields,
  shifted,
  stored,
  testNow,
  times,
} from '../builders.ts';
import { type MemoryBackendCase, memoryCases } from '../context.ts';
import { findDense, findLexical, listAll, put, sortedIds } from '../steps.ts';

const group = 'filter';
const noon = daysFromNow(-10);

type Find = (backend: MemoryBackend, filter: RecordFilter) => Promise<string[]>;

/** Everything that takes a filter. */
const methods: [string, Find][] = [
  ['search by vector', (backend, filter) => findDense(backend, { filter, limit: 200 })],
  [
    'search by words',
    (backend, filter) => findLexical(backend, { filter, limit: 200, terms: ['shared'] }),
  ],
  ['list', async (backend, filter) => (await listAll(backend, { filter })).sort()],
];

/** Records numbered from 0, and filters with the numbers that must match, in every method with a filter. */
interface FilterExample {
  name: string;
  records: StoredFields[];
  expected: [filter: Omit<RecordFilter, 'now'>, passing: number[]][];
}

const superseded = { supersededBy: recordId(99), validTo: daysFromNow(-5) };

const examples: FilterExample[] = [
  {
    name: 'an expired record never passes, from the very instant, unless asked for',
    records: [
      { expiresAt: shifted(testNow, -1) },
      { expiresAt: testNow },
      { expiresAt: shifted(testNow, 1) },
      {},
      { expiresAt: daysFromNow(-400) },
    ],
    expected: [
      [{}, [2, 3]],
      [{ includeExpired: false }, [2, 3]],
      [{ includeExpired: true }, [0, 1, 2, 3, 4]],
      [{ includeSuperseded: true }, [2, 3]],
    ],
  },
  {
    name: 'a superseded record passes only when asked for',
    records: [{}, superseded, { ...superseded, expiresAt: daysFromNow(-1) }],
    expected: [
      [{}, [0]],
      [{ includeSuperseded: true }, [0, 1]],
      [{ includeExpired: true }, [0]],
      [{ includeSuperseded: true, includeExpired: true }, [0, 1, 2]],
    ],
  },
  {
    name: 'asOf passes what had happened by then and was not yet replaced',
    records: [
      { occurredAt: noon },
      { occurredAt: shifted(noon, 1) },
      { occurredAt: daysFromNow(-20), supersededBy: recordId(99), validTo: noon },
      { occurredAt: daysFromNow(-20), supersededBy: recordId(99), validTo: shifted(noon, 1) },
      { occurredAt: daysFromNow(-20), expiresAt: daysFromNow(-9) },
    ],
    expected: [
      [{ asOf: noon }, [0, 3]],
      [{ asOf: shifted(noon, 1) }, [0, 1]],
      [{ asOf: shifted(noon, -1) }, [2, 3]],
      [{ asOf: noon, includeExpired: true }, [0, 3, 4]],
      [{ asOf: noon, includeSuperseded: true }, [0, 3]],
    ],
  },
  {
    name: 'categories pass any of them, and an empty list passes all',
    records: [
      { category: 'user_preference' },
      { category: 'relationship' },
      { category: 'task_progress' },
      { category: 'relationship' },
    ],
    expected: [
      [{ categories: ['relationship'] }, [1, 3]],
      [{ categories: ['task_progress', 'relationship'] }, [1, 2, 3]],
      [{ categories: ['decision_log'] }, []],
      [{ categories: [] }, [0, 1, 2, 3]],
      [{ categories: memoryCategories }, [0, 1, 2, 3]],
    ],
  },
  {
    name: 'tags pass records that carry all of them, as whole words and in their own case',
    records: [
      { tags: ['tea', 'green'] },
      { tags: ['green', 'hot', 'tea'] },
      { tags: ['teapot'] },
      { tags: [] },
      { tags: ['Tea', '绿茶', 'a"b', "o'clock", '100%', 'a,b'] },
    ],
    expected: [
      [{ tags: ['tea'] }, [0, 1]],
      [{ tags: ['tea', 'green'] }, [0, 1]],
      [{ tags: ['hot', 'tea'] }, [1]],
      [{ tags: ['tea', 'missing'] }, []],
      [{ tags: ['Tea'] }, [4]],
      [{ tags: ['绿茶', 'a"b', "o'clock", '100%', 'a,b'] }, [4]],
      [{ tags: ['a'] }, []],
      [{ tags: ['%'] }, []],
      [{ tags: ['te_'] }, []],
      [{ tags: [] }, [0, 1, 2, 3, 4]],
    ],
  },
  {
    name: 'where passes records that have one facet of each list, by key, type and value',
    records: [
      { metadata: { project: 'heron', lang: 'en', year: 2026, open: true } },
      { metadata: { project: 'heron', lang: ['zh', 'pt'], year: '2026', open: false } },
      { metadata: { project: 'Heron', note: { project: 'heron' }, lang: [] } },
      {},
      { metadata: { 'a"b': "o'clock %", 键: '值', ratio: 0.30000000000000004, zero: 0 } },
      { tags: ['heron'], metadata: { lang: 'heron' } },
    ],
    expected: [
      [{ where: [[facet('project', 'heron')]] }, [0, 1]],
      [{ where: [[facet('project', 'heron'), facet('project', 'Heron')]] }, [0, 1, 2]],
      [{ where: [[facet('lang', 'en'), facet('lang', 'zh')]] }, [0, 1]],
      [{ where: [[facet('lang', 'pt')], [facet('lang', 'zh')]] }, [1]],
      [{ where: [[facet('project', 'heron')], [facet('lang', 'en')]] }, [0]],
      [{ where: [[facet('year', 2026)]] }, [0]],
      [{ where: [[facet('year', '2026')]] }, [1]],
      [{ where: [[facet('open', true)]] }, [0]],
      [{ where: [[facet('open', false)]] }, [1]],
      [{ where: [[facet('open', 'true')]] }, []],
      [{ where: [[facet('missing', 'heron')]] }, []],
      [{ where: [[facet('a"b', "o'clock %")]] }, [4]],
      [{ where: [[facet('键', '值')], [facet('zero', 0)]] }, [4]],
      [{ where: [[facet('ratio', 0.30000000000000004)]] }, [4]],
      [{ where: [[facet('lang', 'heron')]], tags: ['heron'] }, [5]],
      [{ tags: ['heron'] }, [5]],
      [{ where: [] }, [0, 1, 2, 3, 4, 5]],
    ],
  },
  {
    name: 'where finds the keys of the source too, and tells them from metadata of the same name',
    records: [
      { source: { session: 's', sequence: 0, speaker: 'Ada', own: [1, 'x'] } },
      { metadata: { speaker: 'Ada', session: 's' } },
    ],
    expected: [
      [{ where: [[facet('source.speaker', 'Ada')]] }, [0]],
      [{ where: [[facet('source.sequence', 0)]] }, [0]],
      [{ where: [[facet('source.own', 'x'), facet('source.own', 2)]] }, [0]],
      [{ where: [[facet('source.session', 's')]] }, [0, 1]],
      [{ where: [[facet('speaker', 'Ada')]] }, [1]],
    ],
  },
  {
    name: 'minImportance passes the same and more',
    records: [{ importance: 1 }, { importance: 3 }, { importance: 5 }, { importance: 4 }],
    expected: [
      [{ minImportance: 1 }, [0, 1, 2, 3]],
      [{ minImportance: 4 }, [2, 3]],
      [{ minImportance: 5 }, [2]],
    ],
  },
  {
    name: 'the occurred range includes its start and excludes its end, and both bounds hold',
    records: [
      { occurredAt: shifted(noon, -1) },
      { occurredAt: noon },
      { occurredAt: daysFromNow(-8) },
      { occurredAt: shifted(daysFromNow(-7), -1) },
      { occurredAt: daysFromNow(-7) },
      { occurredAt: '1999-12-31T23:59:59.999Z' },
    ],
    expected: [
      [{ occurredFrom: noon, occurredBefore: daysFromNow(-7) }, [1, 2, 3]],
      [{ occurredFrom: noon }, [1, 2, 3, 4]],
      [{ occurredBefore: noon }, [0, 5]],
      [{ occurredFrom: daysFromNow(-7), occurredBefore: noon }, []],
      [
        { occurredFrom: '1999-01-01T00:00:00.000Z', occurredBefore: '2000-01-01T00:00:00.000Z' },
        [5],
      ],
    ],
  },
  {
    name: 'occurredAt is asked, not createdAt',
    records: [
      { createdAt: daysFromNow(-1), occurredAt: daysFromNow(-300) },
      { createdAt: daysFromNow(-300), occurredAt: daysFromNow(-1) },
    ],
    expected: [
      [{ occurredFrom: daysFromNow(-2) }, [1]],
      [{ asOf: daysFromNow(-100) }, [0]],
    ],
  },
  {
    name: 'kinds: what was said, what is known, or both; with categories only facts',
    records: [
      { kind: 'episode' },
      { kind: 'fact' },
      { kind: 'fact', category: 'decision_log' },
      { kind: 'episode', importance: 5 },
    ],
    expected: [
      [{}, [0, 1, 2, 3]],
      [{ kinds: ['episode'] }, [0, 3]],
      [{ kinds: ['fact'] }, [1, 2]],
      [{ kinds: ['fact', 'episode'] }, [0, 1, 2, 3]],
      [{ categories: ['decision_log'] }, [2]],
      [{ kinds: ['fact'], categories: ['decision_log'] }, [2]],
      [{ kinds: ['fact', 'episode'], categories: ['decision_log'] }, [2]],
      [{ kinds: ['episode'], categories: ['decision_log'] }, []],
      [{ kinds: ['episode'], minImportance: 4 }, [3]],
    ],
  },
  {
    name: 'evidence: facts that rest on any of the ids, and on no other name of them',
    records: [
      { evidence: [recordId(90)] },
      { evidence: [recordId(91), 'mem_01'] },
      { tags: [recordId(90)] },
      { metadata: { evidence: recordId(90) } },
      {},
    ],
    expected: [
      [{ where: [[evidenceFacet(recordId(90))]] }, [0]],
      [{ where: [[recordId(90), 'mem_01'].map(evidenceFacet)] }, [0, 1]],
      [{ where: [[evidenceFacet('mem_02')]] }, []],
      [{ where: [] }, [0, 1, 2, 3, 4]],
      [{ where: [[evidenceFacet(recordId(90))]], kinds: ['episode'] }, []],
    ],
  },
  {
    name: 'all conditions must hold together',
    records: [
      { category: 'decision_log', tags: ['x'], importance: 4, occurredAt: noon },
      { category: 'relationship', tags: ['x'], importance: 4, occurredAt: noon },
      { category: 'decision_log', tags: [], importance: 4, occurredAt: noon },
      { category: 'decision_log', tags: ['x'], importance: 3, occurredAt: noon },
      { category: 'decision_log', tags: ['x'], importance: 4, occurredAt: daysFromNow(-12) },
      {
        category: 'decision_log',
        tags: ['x'],
        importance: 4,
        occurredAt: noon,
        expiresAt: daysFromNow(-1),
      },
    ],
    expected: [
      [
        {
          categories: ['decision_log'],
          tags: ['x'],
          minImportance: 4,
          occurredFrom: daysFromNow(-11),
          occurredBefore: daysFromNow(-9),
        },
        [0],
      ],
    ],
  },
];

export const filterCases: readonly MemoryBackendCase[] = [
  ...examples.map(
    ({ name, records, expected }): MemoryBackendCase => ({
      group,
      name,
      async run({ backend }) {
        await put(
          backend,
          records.map((fields, index) => findable(index, fields)),
        );
        for (const [conditions, passing] of expected) {
          for (const [method, find] of methods) {
            const found = await find(backend, { now: testNow, ...conditions });
            assert.deepEqual(
              found,
              passing.map(recordId),
              `${method} with ${JSON.stringify(conditions)}`,
            );
          }
        }
      },
    }),
  ),
  ...memoryCases(group, {
    'sixty random filters pass what the definition passes, in every method': async ({
      backend,
    }) => {
      const random = randomNumbers(23);
      const records = times(120, (index) => findable(index, randomFields(random)));
      await put(backend, records);
      for (const filter of times(60, () => randomFilter(random))) {
        const expected = sortedIds(
          records.map(({ record }) => record).filter((record) => passesFilter(record, filter)),
        );
        for (const [method, find] of methods) {
          assert.deepEqual(
            await find(backend, filter),
            expected,
            `${method} with ${JSON.stringify(filter)}`,
          );
        }
      }
    },
  }),
];

/** A record that every finding method finds. */
function findable(index: number, fields: StoredFields) {
  return stored({
    id: recordId(index),
    vector: atCosine(0.99 - index / 100),
    terms: ['shared'],
    source: { session: 's', sequence: index },
    ...fields,
  });
}

function randomFields(random: () => number): StoredFields {
  const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const maybe = (chance: number) => random() < chance;
  return {
    ...(maybe(0.3) ? { kind: 'episode' as const } : { category: one(memoryCategories) }),
    importance: one([1, 2, 3, 4, 5] as const),
    tags: ['x', 'y', 'z'].filter(() => maybe(0.4)),
    ...(maybe(0.6) ? { metadata: { project: one(['x', 'y']), year: one([1, 2, 3]) } } : {}),
    occurredAt: daysFromNow(-Math.floor(random() * 20)),
    ...(maybe(0.3) ? { expiresAt: daysFromNow(Math.floor(random() * 6) - 3) } : {}),
    ...(maybe(0.3)
      ? { supersededBy: recordId(500), validTo: daysFromNow(-Math.floor(random() * 10)) }
      : {}),
  };
}

function randomFilter(random: () => number): RecordFilter {
  const some = <T>(chance: number, make: () => T) => (random() < chance ? make() : undefined);
  const day = () => daysFromNow(-Math.floor(random() * 20));
  const filter: RecordFilter = {
    now: testNow,
    includeExpired: some(0.3, () => true),
    includeSuperseded: some(0.3, () => true),
    asOf: some(0.3, day),
    kinds: some(0.4, () => (random() < 0.2 ? memoryKinds : [memoryKinds[random() < 0.5 ? 0 : 1]])),
    categories: some(0.4, () => memoryCategories.filter(() => random() < 0.4)),
    tags: some(0.4, () => ['x', 'y'].filter(() => random() < 0.5)),
    where: some(0.4, () => [
      [facet('project', 'x'), facet('year', 1)],
      ...(random() < 0.5 ? [[facet('year', 1), facet('year', 2)]] : []),
    ]),
    minImportance: some(0.4, () => 1 + Math.floor(random() * 5)),
    occurredFrom: some(0.3, day),
    occurredBefore: some(0.3, day),
  };
  return Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined),
  ) as unknown as RecordFilter;
}
