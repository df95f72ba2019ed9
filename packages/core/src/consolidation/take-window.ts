import type { ExtractionTurn } from '@mneme/engine/contract';

/** Context turns at the beginning of a window, so that references in its first turn can be understood. */
export const contextTurns = 4;

/** Characters of a window's new turns: about 4,000 tokens of English. A longer turn is a window of its own. */
const windowCharacters = 16_000;

/** How many of the sorted new turns go into one window: at least one. */
export function takeWindow(
  fresh: readonly Pick<ExtractionTurn, 'content'>[],
  { turns }: { turns: number },
): number {
  let characters = 0;
  let taken = 0;
  for (const { content } of fresh) {
    characters += content.length;
    if (taken > 0 && (taken >= turns || characters > windowCharacters)) break;
    taken += 1;
  }
  return taken;
}
