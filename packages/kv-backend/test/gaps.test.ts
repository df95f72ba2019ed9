import { expect, it } from 'vitest';
import { removeAtRandom } from './random-removals.ts';
import { folder, useStore } from './store.ts';

useStore();

/** For more seeds: `MNEME_REMOVAL_SEEDS=200`. */
const seeds = Number(process.env.MNEME_REMOVAL_SEEDS ?? 4);

it.each(Array.from({ length: seeds }, (_, index) => index + 1))(
  'once its receipt says so, no word of a deleted memory is left anywhere (seed %i)',
  async (seed) => {
    const { left, pending } = await removeAtRandom(folder, { seed, memories: 300, removals: 25 });
    expect(left).toEqual([]);
    expect(pending).toBeLessThan(25);
  },
);
