import assert from 'node:assert/strict';
import { InMemoryStore, inMemoryBackend } from '../../reference/in-memory.ts';
import { testEmbedder, times } from '../builders.ts';
import { type MemoryBackendContext, memoryCases } from '../context.ts';
import { difference, shown } from '../model/difference.ts';
import { questions } from '../model/questions.ts';
import { World, type WorldOptions } from '../model/world.ts';

type Method = keyof typeof questions;

interface Rounds extends Partial<WorldOptions> {
  seed: number;
  /** In each round. Default: some commits and a touch. */
  writes?: readonly Method[];
  /** One after the other, after the writes of each round. */
  asks: readonly Method[];
}

const rounds = 10;
const asksOfRound = 12;

/**
 * The same writes and questions, made by chance from a seed, for the backend and for the reference: each answer must be
 * the same. Where a store can be opened again, two backends on it take turns.
 */
function compared({
  seed,
  most = 120,
  everyTerm,
  writes = ['commit', 'commit', 'commit', 'touch'],
  asks,
}: Rounds) {
  return async ({ handles, tolerates }: MemoryBackendContext): Promise<void> => {
    const store = new InMemoryStore();
    const reference = inMemoryBackend({ store });
    await reference.open({ embedder: testEmbedder });
    const backends = await handles();
    const world = new World((scope) => store.entries(scope).map(({ record }) => record), {
      seed,
      most,
      everyTerm,
    });
    let calls = 0;
    const call = async (method: Method) => {
      if (method === 'touch' && backends[0]?.touch === undefined) return;
      const asked = await questions[method].ask(world, reference);
      calls += 1;
      const expected = await asked.answer(reference);
      const found = difference(await asked.answer(world.one(backends)), expected, { tolerates });
      if (found === undefined) return;
      assert.fail(`${found}: call ${calls} of seed ${seed}, ${method}(${shown(asked.arguments)})`);
    };
    for (let round = 0; round < rounds; round += 1) {
      for (const method of writes) await call(method);
      if (round % 5 === 4) await call('erase');
      for (let at = 0; at < asksOfRound; at += 1) await call(asks[at % asks.length] as Method);
    }
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
  'erase: takes a scope whole, which may be filled anew': compared({
    seed: 12,
    most: 30,
    writes: ['commit', 'commit', 'erase', 'commit', 'touch'],
    asks: ['get', 'search', 'list', 'scan', 'stats', 'scopes', 'history', 'audit'],
  }),
});
