import type { MemoryScope } from '@mneme/core';
import { withinBytes } from '@mneme/core/faces';

/** Of a longer text the beginning and the end are stored. */
const mostBytes = 30_000;

/**
 * Appends the user's message and the answer to the session, in order, and returns the ids of both and of the facts
 * learned from them, and how many the user asked not to store. One at a time, so that if one contains a secret, the other is still stored. Never rejects.
 */
export async function appendTurns(
  episodes: Pick<MemoryScope['episodes'], 'append'>,
  {
    session,
    message,
    answer,
    onError,
  }: { session: string; message: string; answer: string; onError(error: unknown): void },
): Promise<{ ids: string[]; learned: string[]; keptOut: number }> {
  const stored = { ids: [] as string[], learned: [] as string[], keptOut: 0 };
  for (const [speaker, text] of Object.entries({ user: message, assistant: answer })) {
    if (text.trim() === '') continue;
    try {
      const turn = { speaker, content: withinBytes(text, mostBytes) };
      const {
        ids,
        learned = [],
        keptOut = 0,
      } = await episodes.append([turn], { session, actor: 'dialogue' });
      stored.ids.push(...ids);
      stored.learned.push(...learned);
      stored.keptOut += keptOut;
    } catch (error) {
      onError(error);
    }
  }
  return stored;
}
