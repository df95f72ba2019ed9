import type { ExtractionTurn } from '@mneme/contract';
import type { EngineContext } from '@mneme/contract/context';
import { extractionTurn } from './check-facts.ts';

/** What an extractor gets if it does not say how many turns it reads. */
export const defaultContextTurns = 4;

/**
 * The last turns of a session, oldest first, as context for what follows them. `to`: the place of the last one; without
 * it the end of the session.
 */
export async function earlierTurns(
  context: Pick<EngineContext, 'backend' | 'now' | 'assistants'>,
  { scope, session, to, limit }: { scope: string; session: string; to?: number; limit: number },
): Promise<ExtractionTurn[]> {
  const { records } = await context.backend.list({
    scope,
    filter: { now: context.now(), kinds: ['episode'] },
    order: 'last',
    turns: { session, to },
    limit,
  });
  return records
    .toReversed()
    .map((turn): ExtractionTurn => ({ ...extractionTurn(turn, context), context: true }));
}
