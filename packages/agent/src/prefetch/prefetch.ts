import { estimateTextTokens } from '@mneme/core/faces';
import { parseOptions } from '@mneme/core/input';
import type { AgentScope } from '../agent-scope.ts';
import {
  defaultTokenBudget,
  type PrefetchOptions,
  type PrefetchResult,
  prefetchFields,
} from './prefetch-options.ts';
import { recallInTime } from './recall-in-time.ts';
import { asResult, shownParts, withinBudget } from './render-memories.ts';

/**
 * Recalls memories for the user's message and renders them for the system prompt: first the profile, which stays equal
 * over turns, then the part for this message. Rejects only for wrong options (`invalid_input`) and for the
 * caller's own abort: after the time limit, or if the memory fails, the block is empty and `skipped` says why; late
 * results are dropped.
 * @example
 * const { text } = await prefetch(memory.scope('ada'), 'Which tea shall I buy?');
 */
export async function prefetch(
  scope: Pick<AgentScope, 'retrieve' | 'recall'>,
  userMessage: string,
  options: PrefetchOptions = {},
): Promise<PrefetchResult> {
  const given = parseOptions(options, prefetchFields);
  const { countTokens = estimateTextTokens, tokenBudget = defaultTokenBudget } = given;
  const recalled = await recallInTime(scope, userMessage, given);
  if ('skipped' in recalled) {
    return { text: '', memories: [], tokens: 0, skipped: recalled.skipped };
  }
  const shown = withinBudget(shownParts(recalled, userMessage), { tokenBudget, countTokens });
  const result = asResult(shown, countTokens);
  given.recall?.note(result.memories);
  return result;
}
