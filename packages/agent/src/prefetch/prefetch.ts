import { parseOptions } from '@mneme/core/input';
import type { AgentScope } from '../agent-scope.ts';
import { type PrefetchOptions, type PrefetchResult, prefetchFields } from './prefetch-options.ts';
import { createPrefetchSession } from './prefetch-session.ts';

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
  const { signal, ...given } = parseOptions(options, prefetchFields);
  const { found: _, ...result } = await createPrefetchSession(scope, given).next(userMessage, {
    signal,
  });
  return result;
}
