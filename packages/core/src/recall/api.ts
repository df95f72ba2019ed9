import type { FilterOptions } from '@mneme/engine/input';
import type { RetrievedMemory } from '../records/index.ts';

/** What is recalled for a message, and how much. What is absent has the default that is named here. */
export interface RecallOptions extends Omit<FilterOptions, 'kinds'> {
  /** The most that all lines may take together. Default: 1,000. */
  tokenBudget?: number;
  /**
   * The part of the budget that the profile may take, 0..1. What it leaves is there for the message. Default: all but 100
   * tokens, at least 0.8 and at most 0.9.
   */
  profileShare?: number;
  /** At most so many facts for this message. Default: 5. */
  limit?: number;
  /**
   * On the `relevance` of the best memory, 0..1, the chance that what follows answers: below it nothing but the profile
   * comes back. Default: see docs/lab/recall.md.
   */
  minRelevance?: number;
  /** The conversation under way: its turns are before the model already, and are not recalled. */
  exceptSession?: string;
  /** Of one text. Default: an estimate. */
  countTokens?: (text: string) => number;
  /** Adds a `why` to every line, an `explanation` to what was found, and what kept turns back. */
  explain?: boolean;
  /** Ends the call with `aborted`. */
  signal?: AbortSignal;
}

/** What a model gets at the start of a turn. */
export interface Recalled {
  /**
   * The facts that hold whatever is asked, oldest first; all of them where they fit. Equal from call to call until a fact
   * changes: neither the message nor the hour matters.
   */
  profile: RecalledFact[];
  /** Facts for this message that the profile lacks, best first. */
  facts: RecalledFact[];
  /** What was said that bears on the message and that no fact above says, oldest first. */
  passages: RecalledPassage[];
  /** Of all lines. */
  tokens: number;
  /** With `explain`, where turns were found and none came: how sure the best one was, and what kept it back. */
  withheld?: string;
}

/** A fact. In the profile, which asks for nothing, `score` and `relevance` are 0. */
export interface RecalledFact extends RetrievedMemory {
  /** With `explain`: why it is there, in words. */
  why?: string;
}

/** Turns of one session that stand together, in their order. */
export interface RecalledPassage {
  session: string;
  /** Of its first turn. */
  occurredAt: string;
  turns: RecalledTurn[];
}

/** A turn: found itself, or there because it gives the one that was found its sense. */
export interface RecalledTurn extends RetrievedMemory {
  /** With `explain`: why it is there, in words. */
  why?: string;
}
