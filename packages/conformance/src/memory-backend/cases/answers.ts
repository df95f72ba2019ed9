import { compare } from '../../model/comparison.ts';
import { InMemoryStore, inMemoryBackend } from '../../reference/in-memory.ts';
import { testEmbedder, times } from '../builders.ts';
import { type MemoryBackendContext, memoryCases } from '../context.ts';
import { questions } from '../questions.ts';
import { World, type WorldOptions } from '../world.ts';

type Method = keyof typeof questions;

/** See {@link compare}. */
interface Case extends Partial<Omit<WorldOptions, 'seed'>> {
  seed: number;
  /** Default: some commits and a touch. */
  writes?: readonly Method[];
  asks: readonly Method[];
}

/** Where a store can be opened again, two backends on it take turns. */
function compared({
  seed,
  most = 120,
  everyTerm,
  writes = ['commit', 'commit', 'commit', 'touch'],
  asks,
}: Case) {
  return async ({ handles, tolerates }: MemoryBackendContext): Promise<void> => {
    const store = new InMemoryStore();
    const reference = inMemoryBackend({ store });
    await reference.open({ embedder: testEmbedder });
    const backends = await handles();
    const known = (scope: string) => store.entries(scope).map(({ record }) => record);
    const world = new World(known, { seed, most, everyTerm });
    const { touch } = backends[0] ?? {};
    const possible = writes.filter((method) => method !== 'touch' || touch !== undefined);
    const within = tolerates.precision?.within;
    await compare(
      { seed, writes: possible, asks },
      { questions, world, reference, backends, within },
    );
  };
}

/** One case for each method that reads, each with records of its own. */
export const answersCases = memoryCases('answers as the reference', {
  'commit: writes all or nothing, as expected, with its audit lines': compared({
    seed: 1,
    most: 30,
    writes: [...times(10, () => 'commit' as const), 'touch'],
    asks: ['get', 'audit'],
  }),
  'get: every field and vector as it was put, in the order of the ids': compared({
    seed: 2,
    asks: ['get'],
  }),
  'search: both arms of each query, its statistics, and the turns around': compared({
    seed: 3,
    asks: ['search'],
  }),
  'search, list: only what passes the filter, before the limit': compared({
    seed: 4,
    most: 300,
    writes: times(6, () => 'commit' as const),
    asks: ['filtered', 'list'],
  }),
  'lookUp: equal, near and of the same matter, external id or place': compared({
    seed: 5,
    most: 20,
    everyTerm: 'memory',
    asks: ['lookUp'],
  }),
  'list: in order, page by page': compared({ seed: 6, asks: ['list'] }),
  'list, sessions: turns by their place, and what their sessions hold': compared({
    seed: 7,
    asks: ['turns', 'sessions'],
  }),
  'history: all records that replaced one another': compared({
    seed: 8,
    most: 40,
    asks: ['history'],
  }),
  'scan: what pruning needs, page by page': compared({ seed: 9, asks: ['scan'] }),
  'stats, scopes: counts of what is there': compared({ seed: 10, asks: ['stats', 'scopes'] }),
  'audit: lines newest first, up to the limit': compared({ seed: 11, asks: ['audit'] }),
  'erase: removes a whole scope, which may be filled again': compared({
    seed: 12,
    most: 30,
    writes: ['commit', 'commit', 'erase', 'commit', 'touch'],
    asks: ['get', 'search', 'list', 'scan', 'stats', 'scopes', 'history', 'audit'],
  }),
});
