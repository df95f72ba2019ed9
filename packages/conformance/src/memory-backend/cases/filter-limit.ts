import assert from 'node:assert/strict';
import { facet, type RecordFilter } from '@mneme/core/contract';
import {
  atCosine,
  daysFromNow,
  otherScope,
  recordId,
  type StoredFields,
  stored,
  testNow,
  times,
} from '../builders.ts';
import type { MemoryBackendCase } from '../context.ts';
import { currentOnly, findDense, findLexical, listAll, put } from '../steps.ts';

const group = 'filter before limit';

/** Eighty records that do not match come before five that do. */
interface Crowd {
  name: string;
  crowd: StoredFields;
  live?: StoredFields;
  filter?: RecordFilter;
}

const crowds: Crowd[] = [
  { name: 'expired', crowd: { expiresAt: daysFromNow(-1) } },
  { name: 'superseded', crowd: { supersededBy: recordId(1), validTo: daysFromNow(-1) } },
  {
    name: 'of another category',
    crowd: { category: 'task_progress' },
    filter: { now: testNow, categories: ['factual_knowledge'] },
  },
  {
    name: 'without the tag',
    crowd: { tags: ['y'] },
    live: { tags: ['x'] },
    filter: { now: testNow, tags: ['x'] },
  },
  {
    name: 'with other metadata',
    crowd: { metadata: { project: 'egret', year: 2026 } },
    live: { metadata: { project: 'heron', year: 2026 } },
    filter: { now: testNow, where: [[facet('project', 'heron')], [facet('year', 2026)]] },
  },
  {
    name: 'of another speaker',
    crowd: { source: { speaker: 'Rui' } },
    live: { source: { speaker: 'Ada' } },
    filter: { now: testNow, where: [[facet('source.speaker', 'Ada')]] },
  },
  {
    name: 'of lower importance',
    crowd: { importance: 2 },
    filter: { now: testNow, minImportance: 3 },
  },
  {
    name: 'of another time',
    crowd: { occurredAt: daysFromNow(-1) },
    live: { occurredAt: daysFromNow(-50) },
    filter: { now: testNow, occurredFrom: daysFromNow(-51), occurredBefore: daysFromNow(-40) },
  },
  {
    name: 'of a later time than asOf',
    crowd: { occurredAt: daysFromNow(-1) },
    live: { occurredAt: daysFromNow(-50) },
    filter: { now: testNow, asOf: daysFromNow(-40) },
  },
  { name: 'of another scope', crowd: { scope: otherScope } },
];

export const filterLimitCases: MemoryBackendCase[] = crowds.map(
  ({ name, crowd, live, filter = currentOnly }) => {
    const passing = times(5, (index) =>
      stored({
        id: recordId(index),
        vector: atCosine(0.1),
        terms: ['shared', 'and', 'many', 'other', 'words'],
        createdAt: daysFromNow(-60),
        ...live,
      }),
    );
    const inFront = times(80, (index) =>
      stored({
        id: recordId(100 + index),
        vector: atCosine(0.99),
        terms: ['shared', 'shared', 'shared'],
        createdAt: daysFromNow(-2),
        ...crowd,
      }),
    );
    const methods: [string, (backend: Parameters<typeof put>[0]) => Promise<string[]>][] = [
      ['search by vector', (backend) => findDense(backend, { filter, limit: 5 })],
      [
        'search by words',
        (backend) => findLexical(backend, { filter, terms: ['shared'], limit: 5 }),
      ],
      ['list', async (backend) => (await listAll(backend, { filter, limit: 5 })).sort()],
    ];
    return {
      group,
      name: `eighty records ${name} in front do not hide five that pass`,
      async run({ backend }) {
        await put(backend, inFront);
        await put(backend, passing);
        for (const [method, find] of methods) {
          assert.deepEqual(await find(backend), times(5, recordId), method);
        }
      },
    };
  },
);
