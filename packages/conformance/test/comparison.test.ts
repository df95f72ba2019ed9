import { describe, expect, it } from 'vitest';
import { Chance } from '../src/model/chance.ts';
import { compare, type Question } from '../src/model/comparison.ts';

type Backend = (number: number) => unknown;

/** Compares the backend with itself, by one number after another. */
function compareItself(backend: Backend, world = new Chance(1)): Promise<void> {
  let number = 0;
  const question: Question<Chance, Backend> = {
    async ask() {
      number += 1;
      const asked = number;
      return { arguments: asked, answer: async (each) => each(asked), found: (answer) => answer };
    },
  };
  const questions = { list: question, erase: question };
  return compare(
    { seed: 1, rounds: 10, writes: [], asks: ['list'] },
    { questions, world, reference: backend, backends: [backend] },
  );
}

describe('a comparison', () => {
  it('passes where two backends answer the same', async () => {
    await compareItself((number) => [{ number }]);
  });

  it.each([
    ['nothing', undefined],
    ['empty lists', { pages: [[], []], count: 0 }],
    ['the code of an error', 'not_found'],
  ])('fails where nearly all answers are %s', async (_, empty) => {
    await expect(compareItself((number) => (number % 11 === 0 ? [1] : empty))).rejects.toThrow(
      /only \d+ of 120 answers to list are not empty \(seed 1\): let the questions ask for what is there/,
    );
  });

  it('fails where an aim of the questions had no turn', async () => {
    const world = new Chance(1);
    const aims = {
      'is even': (made: number) => made % 2 === 0,
      'is above 9': (made: number) => made > 9,
    };
    for (let turn = 0; turn < 4; turn += 1) world.inTurn('a number', aims, () => world.below(9));
    await expect(compareItself((number) => [number], world)).rejects.toThrow(
      'seed 1 asked too seldom for a number that is above 9',
    );
  });
});
