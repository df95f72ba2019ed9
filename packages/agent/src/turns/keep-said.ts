import { type MemoryScope, withinBytes } from '@mneme/core';

/** Of a longer text the beginning and the end are kept. */
const mostBytes = 30_000;

/** What one of a dialogue said. */
interface Said {
  speaker: 'user' | 'assistant';
  text: string;
}

/**
 * Appends what was said to the session, in order, and answers the ids. One at a time: of a turn that holds a secret, the
 * other half is kept. Never rejects.
 */
export async function keepSaid(
  episodes: Pick<MemoryScope['episodes'], 'append'>,
  {
    session,
    said,
    onError,
  }: { session: string; said: readonly Said[]; onError(error: unknown): void },
): Promise<string[]> {
  const kept: string[] = [];
  for (const { speaker, text } of said) {
    if (text.trim() === '') continue;
    try {
      const turn = { speaker, content: withinBytes(text, mostBytes) };
      kept.push(...(await episodes.append([turn], { session, actor: 'dialogue' })).ids);
    } catch (error) {
      onError(error);
    }
  }
  return kept;
}
