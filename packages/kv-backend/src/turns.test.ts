import { describe, expect, it } from 'vitest';
import type { Steps } from './store/steps.ts';
import { type Job, Turns } from './turns.ts';

/** Turns of one step each; what is put off runs in `run`. */
function turnsUnderTest({ desks = 2 } = {}) {
  const later: (() => void)[] = [];
  const log: string[] = [];
  let opened = 0;
  const turns = new Turns<number>({
    openDesk: () => ++opened,
    desks,
    turnMs: 0,
    now: () => 0,
    later: (work) => later.push(work),
  });
  const job = (tenant: string, name: string, steps: number): Job<number> => ({
    tenant,
    *begin(): Steps<string> {
      for (let step = 1; step < steps; step++) yield;
      return name;
    },
    done: (result) => log.push(String(result)),
    failed: (error) => log.push(`failed ${error}`),
  });
  const run = () => {
    for (let work = later.shift(); work !== undefined; work = later.shift()) work();
  };
  return { turns, log, job, run, later, opened: () => opened };
}

describe('turns', () => {
  it('let who asks for little be answered before who came first and asks for much', () => {
    const { turns, log, job, run } = turnsUnderTest();
    for (let index = 0; index < 50; index++) turns.add(job('much', `much ${index}`, 1000));
    turns.add(job('little', 'little', 2));
    run();
    expect(log[0]).toBe('little');
    expect(log.slice(1)).toEqual(Array.from({ length: 50 }, (_, index) => `much ${index}`));
  });

  it('give a tenant one desk, whatever it asks for, and open no more than there are', () => {
    const { turns, log, job, run, opened } = turnsUnderTest({ desks: 2 });
    for (let index = 0; index < 9; index++) turns.add(job('much', 'much', 10));
    run();
    expect(opened()).toBe(1);
    for (const tenant of ['a', 'b', 'c', 'd']) turns.add(job(tenant, tenant, 3));
    run();
    expect(opened()).toBe(2);
    expect(log.slice(-4)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('tell a failure to the one whose it is, and go on', () => {
    const { turns, log, job, run } = turnsUnderTest();
    turns.add({
      ...job('a', 'a', 1),
      // biome-ignore lint/correctness/useYield: fails at its first step
      *begin() {
        throw new Error('disk');
      },
    });
    turns.add(job('a', 'next', 2));
    turns.add(job('b', 'b', 3));
    run();
    expect(log).toEqual(['failed Error: disk', 'next', 'b']);
  });

  it('leave room between two turns for whatever else is asked', () => {
    const { turns, log, job, later } = turnsUnderTest();
    turns.add(job('a', 'a', 3));
    for (let turn = 1; turn < 3; turn++) {
      later.shift()?.();
      expect(log).toEqual([]);
    }
    later.shift()?.();
    expect(log).toEqual(['a']);
  });
});
