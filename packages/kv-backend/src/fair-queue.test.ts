import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

function rig() {
  const later: (() => void)[] = [];
  const done: string[] = [];
  const queue = new FairQueue({ later: (work) => void later.push(work) });
  const add = (tenant: string, name: string) =>
    queue.add({ tenant, work: () => void done.push(name) });
  return { later, done, queue, add };
}

it('runs the jobs of tenants in turn, each in its own order, with a pause after each job', () => {
  const { later, done, queue, add } = rig();
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
  expect(queue.isIdle).toBe(true);
});

it('runs jobs added later, also by another job', () => {
  const { later, done, queue, add } = rig();
  queue.add({ tenant: 'a', work: () => add('b', 'from a') });
  while (later.length > 0) later.shift()?.();
  expect(done).toEqual(['from a']);
  add('a', 'again');
  while (later.length > 0) later.shift()?.();
  expect(done).toEqual(['from a', 'again']);
});

it('runs all remaining jobs at once when closed', () => {
  const { later, done, queue, add } = rig();
  add('a', 'a1');
  add('b', 'b1');
  queue.finish();
  expect(done).toEqual(['a1', 'b1']);
  while (later.length > 0) later.shift()?.();
  expect(done).toEqual(['a1', 'b1']);
});
