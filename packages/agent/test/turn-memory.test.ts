import { expect, it } from 'vitest';
import { createTurnMemory } from '../src/index.ts';

/** What the adapters of frameworks share; each of them is tested with its framework. */
it('the memory of turns goes on without a scope that fails, and reports each error', async () => {
  const fail = (message: string) => () => Promise.reject(new Error(message));
  const failing = {
    retrieve: fail('no disk'),
    recall: fail('no disk'),
    episodes: { append: fail('still no disk') },
  };
  const errors: unknown[] = [];
  const turns = createTurnMemory(failing, { onError: (error) => errors.push(error) });
  const turn = { index: 0, message: 'Which tea does Ada prefer?', begins: true };
  expect(await turns.recall(turn, {})).toBe('');
  await turns.keep(turn, 'Green tea.');
  const [disk, still] = [new Error('no disk'), new Error('still no disk')];
  expect(errors).toEqual([disk, still, still]);
});
