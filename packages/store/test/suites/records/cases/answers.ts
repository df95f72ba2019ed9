import { times } from '../../../../../conformance/src/model/chance.ts';
import { compare } from '../../../../../conformance/src/model/comparison.ts';
import type { Cases, StoreContext } from '../../context.ts';
import { RecordModel } from '../../model/record-model.ts';
import { questions, type Records } from '../questions.ts';
import { World, type WorldOptions } from '../world.ts';

type Method = keyof typeof questions;

/** See {@link compare}. */
interface Case extends Partial<Omit<WorldOptions, 'seed'>> {
  /** Default: some commits and a touch. */
  writes?: readonly Method[];
  asks: readonly Method[];
}

/** Two backends on a store take turns. */
function compared({
  most = 120,
  everyTerm,
  writes = ['commit', 'commit', 'commit', 'touch'],
  asks,
}: Case) {
  return async ({ backend, another, seed }: StoreContext): Promise<void> => {
    const reference = new RecordModel();
    const world = new World((scope) => reference.known(scope), { seed, most, everyTerm });
    await compare<Method, World, Records>(
      { seed, rounds: 10, writes, asks },
      { questions, world, reference, backends: [backend, await another()] },
    );
  };
}

/** One case for each method that reads, each with records of its own. */
export const answersCases: Cases = {
  'commit: writes all or nothing, as expected, with its audit lines': compared({
    most: 30,
    writes: [...times(10, () => 'commit' as const), 'touch'],
    asks: ['get', 'audit'],
  }),
  'get: every field and vector as it was put, in the order of the ids': compared({
    most: 40,
    asks: ['get'],
  }),
  'search: both arms of each query, its statistics, and the turns around': compared({
    asks: ['search'],
  }),
  'search, list: only what passes the filter, before the limit': compared({
    most: 300,
    everyTerm: 'memory',
    writes: times(6, () => 'commit' as const),
    asks: ['filteredSearch', 'filteredList'],
  }),
  'lookUp: equal, near and of the same matter, external id or place': compared({
    most: 20,
    everyTerm: 'memory',
    asks: ['lookUp'],
  }),
  'list: in order, page by page': compared({ asks: ['list'] }),
  'list, sessions: turns by their place, and what their sessions hold': compared({
    asks: ['turns', 'sessions'],
  }),
  'history: all records that replaced one another': compared({
    most: 40,
    asks: ['history'],
  }),
  'scan: what pruning needs, page by page': compared({ asks: ['scan'] }),
  'stats, scopes: counts of what is there': compared({ asks: ['stats', 'scopes'] }),
  'audit: lines newest first, up to the limit': compared({ asks: ['audit'] }),
  'erase: removes a whole scope, which may be filled again': compared({
    most: 30,
    writes: ['erase', 'commit', 'commit', 'commit', 'touch'],
    asks: ['get', 'search', 'list', 'scan', 'stats', 'scopes', 'history', 'audit'],
  }),
};
