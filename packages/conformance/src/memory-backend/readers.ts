import { facet, historyOf, type MemoryBackend } from '@mneme/core/contract';
import { axis, recordId, testNow } from './builders.ts';
import {
  everything,
  findDense,
  findLexical,
  listAll,
  lookUpOne,
  recordsOf,
  searchOne,
  vectorsOf,
} from './steps.ts';

/** The records that every reader looks for: about tea, in session `s`, with the key and external id `green tea`. */
export const tenantIds = [1, 2, 3].map(recordId);

const count = (list: { length: number }) => list.length;
const limit = 10;
const ofGreenTea = { ...everything, where: [[facet('source.externalId', 'green tea')]] };

/** How many items a reading method returns. */
type Read = (backend: MemoryBackend, scope: string) => Promise<number>;

export const readers: [string, Read][] = [
  [
    'search (vector)',
    async (backend, scope) => count(await findDense(backend, { scope, filter: everything })),
  ],
  [
    'search (words)',
    async (backend, scope) =>
      count(await findLexical(backend, { scope, filter: everything, terms: ['tea'] })),
  ],
  [
    'search (statistics)',
    async (backend, scope) => {
      const { statistics } = await searchOne(backend, { scope, terms: ['tea'] });
      return statistics.count + statistics.averageLength + (statistics.documentFrequencies[0] ?? 0);
    },
  ],
  [
    'lookUp (equal)',
    async (backend, scope) =>
      (await lookUpOne(backend, { scope, contentKey: 'green tea' })).equal ? 1 : 0,
  ],
  [
    'lookUp (near)',
    async (backend, scope) =>
      count(
        (await lookUpOne(backend, { scope, contentKey: 'green tea', vector: axis(0) })).nearest,
      ),
  ],
  [
    'lookUp (external id)',
    async (backend, scope) =>
      (await lookUpOne(backend, { scope, externalId: 'green tea' })).sameExternalId ? 1 : 0,
  ],
  ['get', async (backend, scope) => count(await recordsOf(backend, scope, tenantIds))],
  ['list', async (backend, scope) => count(await listAll(backend, { scope }))],
  [
    'list (where)',
    async (backend, scope) => count(await listAll(backend, { scope, filter: ofGreenTea })),
  ],
  [
    'search (where)',
    async (backend, scope) => count(await findDense(backend, { scope, filter: ofGreenTea })),
  ],
  ['history', async (backend, scope) => count(await historyOf(backend, scope, recordId(1)))],
  ['scan', async (backend, scope) => count((await backend.scan({ scope, limit })).rows)],
  ['vectors', async (backend, scope) => (await vectorsOf(backend, scope, tenantIds)).size],
  [
    'stats',
    async (backend, scope) => {
      const { current, superseded, expired, byCategory } = await backend.stats(scope, testNow);
      return current + superseded + expired + byCategory.factual_knowledge;
    },
  ],
  ['audit', async (backend, scope) => count(await backend.audit({ scope, limit }))],
];
