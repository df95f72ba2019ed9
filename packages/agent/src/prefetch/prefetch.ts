import {
  estimateTextTokens,
  isSmallTalk,
  type RetrievedMemory,
  type RetrieveResult,
  withinBytes,
} from '@mneme/core';
import {
  callback,
  type FieldsOf,
  having,
  integer,
  invalid,
  numberFrom,
  parseOptions,
  parseSignal,
  show,
} from '@mneme/core/input';
import { childController, orAborted, throwIfAborted } from '../abort.ts';
import type { AgentScope } from '../agent-scope.ts';
import type { RecallLog } from '../recall/recall-log.ts';
import { blockOf, chooseLines } from './render-memories.ts';

/** What a prefetch recalls, and what it may cost. What is absent has the default that is named here. */
export interface PrefetchOptions {
  /** At most so many memories. Default: 5. */
  limit?: number;
  /** On the stored importance, 1..5. Default: 3. */
  minImportance?: number;
  /**
   * On the `relevance` of the best memory, 0..1, the chance that the block answers: below it there is no block. From it
   * on the others follow in their order, down to a twenty-fifth of it. Default: 0.25.
   */
  minRelevance?: number;
  /** The most that the whole block may take. Memories that do not fit are left out. Default: 1,000. */
  tokenBudget?: number;
  /** After this long the dialogue goes on without the block. Default: 500. */
  timeoutMs?: number;
  /** Of one text. Default: an estimate. */
  countTokens?: (text: string) => number;
  /** The recall log of the dialogue: what the block shows counts as recalled. */
  recall?: RecallLog;
  /** Ends the call with `aborted`. */
  signal?: AbortSignal;
}

/** The block for one turn, with the memories in it. */
export interface PrefetchResult {
  /** The block for the system prompt; empty when nothing is relevant. Equal memories give equal bytes. */
  text: string;
  /** The memories in the block, in its order. */
  memories: RetrievedMemory[];
  /** Of the block, by `countTokens`. */
  tokens: number;
  /** Why there is no block although there might have been one. */
  skipped?: { reason: 'timeout' } | { reason: 'error'; error: unknown };
}

/** What follows a sure memory may be this much less sure; see docs/recall.md. */
const followers = 0.04;

const whole = integer({ min: 1, max: Number.MAX_SAFE_INTEGER });

export const prefetchFields = {
  limit: integer({ min: 1, max: 1000 }),
  minImportance: integer({ min: 1, max: 5 }),
  minRelevance: numberFrom(0),
  tokenBudget: whole,
  timeoutMs: integer({ min: 0, max: 2_147_483_647 }),
  countTokens: callback<(text: string) => number>(),
  recall: having<RecallLog>('note', 'give one that createRecallLog made'),
  signal: parseSignal,
} satisfies FieldsOf<PrefetchOptions>;

export const prefetchDefaults = {
  limit: 5,
  minImportance: 3,
  minRelevance: 0.25,
  tokenBudget: 1000,
  timeoutMs: 500,
};

/**
 * Recalls what the user's message is about and renders it for the system prompt. Never rejects but for options that
 * are wrong (`invalid_input`) and for the caller's own abort: past the time limit, or with a failing memory, the answer is empty and `skipped` says why; what comes
 * late is dropped.
 *
 * @example
 * const { text } = await prefetch(memory.scope('ada'), 'Which tea shall I buy?');
 */
export async function prefetch(
  scope: Pick<AgentScope, 'retrieve' | 'maxQueryBytes'>,
  userMessage: string,
  options: PrefetchOptions = {},
): Promise<PrefetchResult> {
  const given = parseOptions(options, prefetchFields);
  const {
    recall,
    countTokens = estimateTextTokens,
    tokenBudget = prefetchDefaults.tokenBudget,
  } = given;
  const found = await recallRelevant(scope, userMessage, given);
  if ('skipped' in found) return { text: '', memories: [], tokens: 0, skipped: found.skipped };
  const shown = chooseLines(found.memories, { message: userMessage, tokenBudget, countTokens });
  const text = blockOf(shown);
  const memories = shown.map(({ memory }) => memory);
  recall?.note(memories);
  return { text, memories, tokens: text === '' ? 0 : countTokens(text) };
}

/** What is recalled, best first, or why nothing could be. No option is present and undefined. */
export async function recallRelevant(
  scope: Pick<AgentScope, 'retrieve' | 'maxQueryBytes'>,
  userMessage: string,
  options: PrefetchOptions,
): Promise<{ memories: RetrievedMemory[] } | Required<Pick<PrefetchResult, 'skipped'>>> {
  if (typeof userMessage !== 'string')
    throw invalid('userMessage', `is ${show(userMessage)}: give a string`);
  const { limit, minImportance, minRelevance, timeoutMs } = { ...prefetchDefaults, ...options };
  throwIfAborted(options.signal);
  if (isSmallTalk(userMessage)) return { memories: [] };
  const { controller, release } = childController(options.signal);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, 'late');
  });
  try {
    const work: Promise<RetrieveResult> = scope.retrieve(
      withinBytes(userMessage, scope.maxQueryBytes),
      {
        limit,
        minImportance,
        signal: controller.signal,
      },
    );
    work.catch(() => {}); // A late failure has nobody to go to; an early one is caught below.
    const result = await orAborted(Promise.race([work, late]), options.signal);
    if (result === 'late') return { skipped: { reason: 'timeout' } };
    const best = Math.max(0, ...result.memories.map(({ relevance }) => relevance));
    if (best < minRelevance) return { memories: [] };
    const follows = minRelevance * followers;
    return { memories: result.memories.filter(({ relevance }) => relevance >= follows) };
  } catch (error) {
    throwIfAborted(options.signal);
    return { skipped: { reason: 'error', error } };
  } finally {
    clearTimeout(timer);
    release();
    controller.abort();
  }
}
