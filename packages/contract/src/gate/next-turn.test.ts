import { expect, it } from 'vitest';
import { nextTurn } from './gate.ts';

it('lets work that arrives later run before all that wait have had their turn', async () => {
  const done: string[] = [];
  const pieces = ['a', 'b', 'c', 'd'].map((name) => nextTurn().then(() => void done.push(name)));
  await pieces[0];
  setImmediate(() => done.push('other'));
  await Promise.all(pieces);
  expect(done).toEqual(['a', 'b', 'other', 'c', 'd']);
});
