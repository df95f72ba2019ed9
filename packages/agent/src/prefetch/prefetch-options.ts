import type { RetrievedMemory } from '@mneme/core';
import {
  callback,
  type FieldsOf,
  having,
  integer,
  numberBetween,
  numberFrom,
  parseName,
  parseSignal,
} from '@mneme/core/input';
import type { RecallLog } from '../recall/recall-log.ts';

/** What a prefetch recalls, and what it may cost. What is absent has the default that is named here. */
export interface PrefetchOptions {
  /** At most so many facts for this message, beside the profile. Default: 5. */
  limit?: number;
  /** On the stored importance, 1..5, of facts and turns. Default: 1. */
  minImportance?: number;
  /**
   * On the `relevance` of the best memory, 0..1, the chance that what this message recalls answers: below it there is
   * nothing but the profile. Default: measured ones, of facts and of turns, which docs/lab/recall.md tells.
   */
  minRelevance?: number;
  /** The most that the whole block may take. What does not fit is left out. Default: 1,000. */
  tokenBudget?: number;
  /** The part of the budget that the profile may take, 0..1; 0: no profile. Default: 0.8 to 0.9. */
  profileShare?: number;
  /** The conversation under way: its turns are before the model already, and are not recalled. */
  exceptSession?: string;
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
  /** The block for the system prompt; empty when there is nothing to say. Equal memories give equal bytes. */
  text: string;
  /** All memories in the block, in its order: the profile, then facts for this message, then turns. */
  memories: RetrievedMemory[];
  /** Of the block, by `countTokens`. */
  tokens: number;
  /** What the block is made of. Absent: there is none. */
  parts?: BlockParts;
  /** Why there is no block although there might have been one. */
  skipped?: { reason: 'timeout' } | { reason: 'error'; error: unknown };
}

/** What a block is made of. */
export interface BlockParts {
  /**
   * The beginning of `text`, up to the end of the profile: equal from turn to turn until a fact changes, whatever the
   * message. Empty where there is no profile.
   */
  profileText: string;
  /** How many facts the profile has. */
  profile: number;
  /** How many facts there are for this message. */
  facts: number;
  /** How many passages there are for this message. */
  passages: number;
}

const whole = integer({ min: 1, max: Number.MAX_SAFE_INTEGER });

export const prefetchFields = {
  limit: integer({ min: 1, max: 1000 }),
  minImportance: integer({ min: 1, max: 5 }),
  minRelevance: numberFrom(0),
  tokenBudget: whole,
  profileShare: numberBetween(0, 1),
  exceptSession: (value, field) => parseName(value, field, 1024),
  timeoutMs: integer({ min: 0, max: 2_147_483_647 }),
  countTokens: callback<(text: string) => number>(),
  recall: having<RecallLog>('note', 'give one that createRecallLog made'),
  signal: parseSignal,
} satisfies FieldsOf<PrefetchOptions>;

export const defaultTokenBudget = 1000;
export const defaultTimeoutMs = 500;
