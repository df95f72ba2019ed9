import type { FilterOptions } from '@mneme/contract/input';
import type { RetrievedMemory } from '../records/index.ts';

/** What is recalled for a message, and how much. Absent options have the default named here. */
export interface RecallOptions extends Omit<FilterOptions, 'kinds'> {
  /** Maximum tokens of all lines together. Default: 1,000. */
  tokenBudget?: number;
  /**
   * Share of the budget for the profile, 0..1. The rest is for the message. Default: all but 100 tokens, at least 0.8
   * and at most 0.9.
   */
  profileShare?: number;
  /** Maximum number of facts for this message. Default: 5. */
  limit?: number;
  /**
   * Minimum `relevance` of the best memory, 0..1: below it only the profile is returned. Default: see
   * docs/lab/recall.md.
   */
  minRelevance?: number;
  /** The current conversation: its turns are not recalled, because the model sees them already. */
  exceptSession?: string;
  /**
   * The last messages before this one, oldest first, as texts or as `{ role, content }`. A follow-up that does not stand
   * alone (`find others with a better price`) is searched together with the user's last message.
   */
  dialogue?: readonly (string | { role?: string; content: unknown })[];
  /** Counts the tokens of a text. Default: an estimate. */
  countTokens?: (text: string) => number;
  /** Adds a `why` to every line, an `explanation` to what was found, and the reason if turns were withheld. */
  explain?: boolean;
  /** Ends the call with `aborted`. */
  signal?: AbortSignal;
}

/** What a model should know before it answers. */
export interface Recalled {
  /**
   * Facts that are shown for every message, oldest first; all of them if they fit. They stay equal from call to call
   * until a fact changes, whatever the message and the time.
   */
  profile: RecalledFact[];
  /** Facts for this message that are not in the profile, best first. */
  facts: RecalledFact[];
  /** Turns for this message that no fact above says, oldest first. */
  passages: RecalledPassage[];
  /** Tokens of all lines. */
  tokens: number;
  /** With `explain`, if turns were found and none is returned: the relevance of the best one, and what withheld it. */
  withheld?: string;
  /** See `RetrieveResult`. */
  degraded?: string;
}

/** A fact. In the profile, which has no query, `score` and `relevance` are 0. */
export interface RecalledFact extends RetrievedMemory {
  /** With `explain`: why it is there, in words. */
  why?: string;
}

/** Consecutive turns of one session, in order. */
export interface RecalledPassage {
  session: string;
  /** Time of its first turn. */
  occurredAt: string;
  turns: RecalledTurn[];
}

/** A turn: it was found, or it is context of one that was found. */
export type RecalledTurn = RecalledFact;
