import { beforeEach } from 'vitest';
import { ada, memoryOfEachTest } from './memory.ts';

export { ada, memory, patient } from './memory.ts';

/** A message to an adapter, and the line expected in its block. */
export const question = 'Which tea does Ada prefer?';
export const line = '- [user_preference] Ada prefers green tea (importance: 5)';

/** Opens a memory with this fact before each test of a file, and closes it afterwards. */
export function adaLikesTea(): void {
  memoryOfEachTest();
  beforeEach(async () => {
    const content = 'Ada prefers green tea';
    await ada.store({ content, category: 'user_preference', importance: 5 });
  });
}

/** The stored turns of a session. */
export async function turns(session: string): Promise<string[]> {
  const { turns } = await ada.sessions.get(session);
  return turns.map(({ content, source }) => `${source.speaker}: ${content}`);
}
