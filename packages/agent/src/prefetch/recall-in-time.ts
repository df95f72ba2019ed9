import type { Recalled } from '@mneme/core';
import { orAborted, throwIfAborted } from '@mneme/core/contract';
import { estimateTextTokens, isSmallTalk, withinBytes } from '@mneme/core/faces';
import { invalid, show } from '@mneme/core/input';
import { childController } from '../abort.ts';
import type { AgentScope } from '../agent-scope.ts';
import {
  defaultTimeoutMs,
  defaultTokenBudget,
  type PrefetchOptions,
  type PrefetchResult,
} from './prefetch-options.ts';
import { frameTokens } from './render-memories.ts';

const defaults = { limit: 5, minRelevance: 0.25 };
/** For a scope without `recall`: how much less relevant than the best the following memories may be. */
const followers = 0.04;

/** What was recalled, or why nothing could be. Absent options have no key. */
export async function recallInTime(
  scope: Pick<AgentScope, 'retrieve' | 'recall'>,
  userMessage: string,
  options: PrefetchOptions,
): Promise<Omit<Recalled, 'tokens'> | Required<Pick<PrefetchResult, 'skipped'>>> {
  if (typeof userMessage !== 'string')
    throw invalid('userMessage', `is ${show(userMessage)}: give a string`);
  throwIfAborted(options.signal);
  const { controller, release } = childController(options.signal);
  try {
    const { signal } = controller;
    const work =
      scope.recall === undefined
        ? retrieveAlone(scope, userMessage, { ...options, signal })
        : scope.recall(userMessage, { ...recallOptions(options), signal });
    work.catch(() => {}); // A late failure is ignored; an early one is handled below.
    const result = await orAborted(withinTime(work, options), options.signal);
    return result ?? { skipped: { reason: 'timeout' } };
  } catch (error) {
    throwIfAborted(options.signal);
    return { skipped: { reason: 'error', error } };
  } finally {
    release();
    controller.abort();
  }
}

/** The result, or undefined after the time limit of a prefetch. */
export async function withinTime<T>(
  work: Promise<T>,
  { timeoutMs = defaultTimeoutMs }: PrefetchOptions,
): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function recallOptions({ timeoutMs: _, recall, signal, ...options }: PrefetchOptions) {
  const { tokenBudget = defaultTokenBudget, countTokens = estimateTextTokens } = options;
  const frame = frameTokens(countTokens, { profile: options.profileShare !== 0 });
  return {
    ...options,
    countTokens,
    tokenBudget: Math.max(0, tokenBudget - frame),
  };
}

/** For a wrapper without `recall`: the memories that the message finds, and no profile. */
async function retrieveAlone(
  scope: Pick<AgentScope, 'retrieve'>,
  message: string,
  options: PrefetchOptions,
): Promise<Omit<Recalled, 'tokens'>> {
  const nothing = { profile: [], facts: [], passages: [] };
  if (isSmallTalk(message)) return nothing;
  const { limit = defaults.limit, minRelevance = defaults.minRelevance, minImportance } = options;
  const { memories, degraded } = await scope.retrieve(withinBytes(message), {
    limit,
    minImportance,
    signal: options.signal,
  });
  const said = degraded === undefined ? nothing : { ...nothing, degraded };
  if (memories.every(({ relevance }) => relevance < minRelevance)) return said;
  const facts = memories.filter(({ relevance }) => relevance >= minRelevance * followers);
  return { ...said, facts };
}
