import assert from 'node:assert/strict';
import { facet, type MemoryBackend, type RecordFilter } from '@mneme/core/contract';
import {
  atCosine,
  daysFromNow,
  recordId,
  type StoredFields,
  shifted,
  stored,
  testNow,
} from '../builders.ts';
import { memoryCases } from '../context.ts';
import { findDense, findLexical, listAll, put } from '../steps.ts';

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

/** Bounds and types that random calls seldom reach. */
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
];

export const filterCases = examples.flatMap(({ name, records, expected }) =>
  memoryCases('filter', {
    [name]: async ({ backend }) => {
      const numbered = records.map((fields, index) =>
        stored({
          id: recordId(index),
          vector: atCosine(0.99 - index / 100),
          terms: ['shared'],
          source: { session: 's', sequence: index },
          ...fields,
        }),
      );
      await put(backend, numbered);
      for (const [conditions, passing] of expected) {
        for (const [method, find] of methods) {
          assert.deepEqual(
            await find(backend, { now: testNow, ...conditions }),
            passing.map(recordId),
            `${method} with ${JSON.stringify(conditions)}`,
          );
        }
      }
    },
  }),
);
