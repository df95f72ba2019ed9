import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

function rig() {
  const later: (() => void)[] = [];
  const done: string[] = [];
  const turns = new Turns({ later: (work) => void later.push(work) });
  const add = (tenant: string, name: string) =>
    turns.add({ tenant, work: () => void done.push(name) });
  return { later, done, turns, add };
}

it('lets tenants take turns, each in its own order, with a pause behind each job', () => {
  const { later, done, turns, add } = rig();
  for (const name of ['a1', 'a2', 'a3']) add('a', name);
  add('b', 'b1');
  add('c', 'c1');
  expect(done).toEqual([]);
  for (let step = 1; later.length > 0; step++) {
    later.shift()?.();
    expect(done).toHaveLength(step);
    expect(later.length).toBeLessThanOrEqual(1);
  }
  expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  expect(turns.isIdle).toBe(true);
});

it('goes on with what is added later, also by a job', () => {
  const { later, done, turns, add } = rig();
  turns.add({ tenant: 'a', work: () => add('b', 'from a') });
  while (later.length > 0) later.shift()?.();
  expect(done).toEqual(['from a']);
  add('a', 'again');
  while (later.length > 0) later.shift()?.();
  expect(done).toEqual(['from a', 'again']);
});

it('does all that is left at once where it is to end', () => {
  const { later, done, turns, add } = rig();
  add('a', 'a1');
  add('b', 'b1');
  turns.finish();
  expect(done).toEqual(['a1', 'b1']);
  while (later.length > 0) later.shift()?.();
  expect(done).toEqual(['a1', 'b1']);
});
