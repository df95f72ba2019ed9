import { createMemory, type Memory, type MemoryScope } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend } from '@mneme/sqlite';

/** A message to an adapter, and the line expected in its block. */
export const question = 'Which tea does Ada prefer?';
export const line = '- [user_preference] Ada prefers green tea (importance: 5)';

/** A memory with this fact, deleted by `close()`. */
export async function adaLikesTea(): Promise<{ memory: Memory; ada: MemoryScope }> {
  const backend = sqliteBackend({ path: ':memory:' });
  const memory = await createMemory({ backend, embedder: staticEmbedder() });
  const ada = memory.scope('ada');
  await ada.store({ content: 'Ada prefers green tea', category: 'user_preference', importance: 5 });
  return { memory, ada };
}

/** The stored turns of a session. */
export async function turnsOf(scope: MemoryScope, session: string): Promise<string[]> {
  const { turns } = await scope.sessions.get(session);
  return turns.map(({ content, source }) => `${source.speaker}: ${content}`);
}

const fail = (message: string) => () => Promise.reject(new Error(message));

/** A scope in which every recall and every write fails. */
export const failingScope = {
  retrieve: fail('no disk'),
  recall: fail('no disk'),
  episodes: { append: fail('still no disk') },
};
