import { createMemory, type Memory, type MemoryScope } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach } from 'vitest';

export { patient } from './memory.ts';

/** A message to an adapter, and the line expected in its block. */
export const question = 'Which tea does Ada prefer?';
export const line = '- [user_preference] Ada prefers green tea (importance: 5)';

/** Of the running test: a memory with this fact. */
export let memory: Memory;
export let ada: MemoryScope;

/** Opens the memory before each test of a file, and closes it afterwards. */
export function adaLikesTea(): void {
  beforeEach(async () => {
    const backend = sqliteBackend({ path: ':memory:' });
    memory = await createMemory({ backend, embedder: staticEmbedder() });
    ada = memory.scope('ada');
    const content = 'Ada prefers green tea';
    await ada.store({ content, category: 'user_preference', importance: 5 });
  });
  afterEach(() => memory.close());
}

/** The stored turns of a session. */
export async function turns(session: string): Promise<string[]> {
  const { turns } = await ada.sessions.get(session);
  return turns.map(({ content, source }) => `${source.speaker}: ${content}`);
}
