import type { RecallOptions, RetrievedMemory } from '@mneme/core';
import { parseDialogue } from '@mneme/core/faces';
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

/** What a prefetch recalls, and its limits. Absent options have the default named here. */
export interface PrefetchOptions
  extends Pick<
    RecallOptions,
    | 'limit'
    | 'minImportance'
    | 'minRelevance'
    | 'profileShare'
    | 'exceptSession'
    | 'dialogue'
    | 'countTokens'
    | 'signal'
  > {
  /** Maximum tokens of the whole block. What does not fit is left out. Default: 1,000. */
  tokenBudget?: number;
  /** After this many milliseconds the dialogue goes on without the block. Default: 500. */
  timeoutMs?: number;
  /** The recall log of the dialogue: memories in the block count as recalled. */
  recall?: RecallLog;
}

/** The block for one turn, with the memories in it. */
export interface PrefetchResult {
  /** The block for the system prompt; empty if there is nothing to show. Equal memories give equal bytes. */
  text: string;
  /** All memories in the block, in its order: the profile, then facts for this message, then turns. */
  memories: RetrievedMemory[];
  /** Tokens of the block, by `countTokens`. */
  tokens: number;
  /** The parts of the block. Absent: there is none. */
  parts?: BlockParts;
  /** Why less than usual was searched, as a sentence: see `RetrieveResult` of @mneme/core. */
  degraded?: string;
  /** Why there is no block, if there might have been one. */
  skipped?: { reason: 'timeout' } | { reason: 'error'; error: unknown };
}

/** The parts of a block. */
export interface BlockParts {
  /**
   * The beginning of `text`, up to the end of the profile: equal from turn to turn until a fact changes, whatever the
   * message. Empty if there is no profile.
   */
  profileText: string;
  /** Number of facts in the profile. */
  profile: number;
  /** Number of facts for this message. */
  facts: number;
  /** Number of passages for this message. */
  passages: number;
}

const whole = integer({ min: 1 });

export const prefetchFields = {
  limit: integer({ min: 1, max: 1000 }),
  minImportance: integer({ min: 1, max: 5 }),
  minRelevance: numberFrom(0),
  tokenBudget: whole,
  profileShare: numberBetween(0, 1),
  exceptSession: (value, field) => parseName(value, field, 1024),
  dialogue: parseDialogue,
  timeoutMs: integer({ min: 0, max: 2_147_483_647 }),
  countTokens: callback<(text: string) => number>(),
  recall: having<RecallLog>('note', 'give one that createRecallLog made'),
  signal: parseSignal,
} satisfies FieldsOf<PrefetchOptions>;

export const defaultTokenBudget = 1000;
export const defaultTimeoutMs = 500;
