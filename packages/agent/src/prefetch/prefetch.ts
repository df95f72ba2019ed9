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
 * Recalls what the user's message calls for and renders it for the system prompt: first the profile, which stays equal
 * over turns, then what is for this message. Never rejects but for options that are wrong (`invalid_input`) and for the
 * caller's own abort: past the time limit, or with a failing memory, the answer is empty and `skipped` says why; what
 * comes late is dropped.
 *
 * @example
 * const { text } = await prefetch(memory.scope('ada'), 'Which tea shall I buy?');
 */
export async function prefetch(
  scope: Pick<AgentScope, 'retrieve' | 'recall' | 'maxQueryBytes'>,
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
