import type { ExtractionTurn } from '@mneme/contract';
import type { EngineContext } from '@mneme/contract/context';
import { earlierTurns } from './earlier-turns.ts';
import type { Turn } from './parse-turn.ts';

/** How far back it is looked for what opened a game, or asked not to store something. */
const talkTurns = 20;
/** As many turns before a turn are looked at for a question that it answers with a secret. */
const questionTurns = 2;

/** The turns of the session before new ones, oldest first: what these say may depend on them. */
export async function turnsBefore(
  context: EngineContext,
  { scope, session }: { scope: string; session: string },
  turns: readonly Turn[],
): Promise<ExtractionTurn[]> {
  const [first] = turns;
  if (first === undefined) return [];
  const place = first.item.source.sequence as number;
  // Places are whole numbers, or in between where a turn came late.
  const to = first.counted ? {} : { to: place - placeStep };
  return earlierTurns(context, { scope, session, ...to, limit: talkTurns });
}

const placeStep = 1e-6;

/** The contents of the one or two turns before each turn. */
export function contentsBefore(
  earlier: readonly ExtractionTurn[],
  turns: readonly Turn[],
): string[][] {
  const all = [...earlier, ...turns.map(({ item }) => item)].map(({ content }) => content);
  return turns.map((_, index) => {
    const at = earlier.length + index;
    return all.slice(Math.max(0, at - questionTurns), at);
  });
}
