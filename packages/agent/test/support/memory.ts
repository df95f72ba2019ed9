import type { Memory, MemoryScope } from '@mneme/core';
import { afterEach, beforeEach } from 'vitest';
import { openMemory } from '../../../../test/memory.ts';

/** For prefetches, whose own limit of 500 ms a busy machine may exceed. */
export const patient = { timeoutMs: 60_000 };

/** Of the running test. */
export let memory: Memory;
export let ada: MemoryScope;

/** Opens a memory before each test of a file, and closes it afterwards. */
export function memoryOfEachTest(clock = () => new Date()): void {
  beforeEach(async () => {
    memory = await openMemory({ clock });
    ada = memory.scope('ada');
  });
  afterEach(() => memory.close());
}
