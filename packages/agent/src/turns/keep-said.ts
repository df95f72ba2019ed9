import { type MemoryScope, withinBytes } from '@mneme/core';

/** Of a longer text the beginning and the end are kept. */
const mostBytes = 30_000;

/**
 * Appends what the user said and what was answered to the session, in order, and answers the ids. One at a time: of a
 * turn that holds a secret, the other half is kept. Never rejects.
 */
export async function keepSaid(
  episodes: Pick<MemoryScope['episodes'], 'append'>,
  {
    session,
    message,
    answer,
    onError,
  }: { session: string; message: string; answer: string; onError(error: unknown): void },
): Promise<string[]> {
  const kept: string[] = [];
  for (const [speaker, text] of Object.entries({ user: message, assistant: answer })) {
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
