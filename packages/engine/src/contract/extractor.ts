import type { Importance, MemoryCategory } from './record.ts';

/**
 * Makes facts of a conversation: a model, rules, any function. `consolidate` gives it one window of a session after the
 * other, checks what it answers, and stores it. It need not tell what is known already from what is new in other words:
 * what it answers goes through the conflict rules. One that throws leaves the session as it was, for another time.
 *
 * @example
 * const names: Extractor = {
 *   name: 'names',
 *   extract: ({ turns }) => ({
 *     facts: turns.flatMap(({ id, content }) => {
 *       const name = /my name is (\w+)/i.exec(content)?.[1];
 *       if (name === undefined) return [];
 *       return [{ content: `The user's name is ${name}`, category: 'factual_knowledge', importance: 4, evidence: [id] }];
 *     }),
 *   }),
 * };
 */
export interface Extractor {
  /** Facts that it made say so. Default: `extractor`. */
  readonly name?: string;
  /** How many known facts it wants to see with a window. Default: 20. 0: none are looked up. */
  readonly knownLimit?: number;
  /** How many windows `extractMany` takes at once. Default: 100. */
  readonly windowLimit?: number;
  /** The facts of one window. */
  extract(window: ExtractionWindow, options: ExtractorOptions): Extraction | Promise<Extraction>;
  /**
   * Many windows at once, for a model that is cheaper so: one answer each, in order, an Error in place of what failed.
   * Where it is there, it is asked instead of `extract`.
   */
  extractMany?(
    windows: readonly ExtractionWindow[],
    options: ExtractorOptions,
  ): Promise<readonly (Extraction | Error)[]>;
  /** What a call about this window costs at most, in the unit of `cost`: what `maxCost` is held by. */
  costLimit?(window: ExtractionWindow): number;
  /** Says in a few sentences what the turns were about. Asked where turns are to go and a summary is to stay. */
  summarise?(
    conversation: Pick<ExtractionWindow, 'turns'>,
    options: ExtractorOptions,
  ): { content: string } | Promise<{ content: string }>;
}

/** One call of an extractor. */
export interface ExtractorOptions {
  /** Fires when the caller gives up. */
  signal?: AbortSignal;
}

/** Some turns of one session, in order, and what is known about their matters. */
export interface ExtractionWindow {
  turns: readonly ExtractionTurn[];
  /** Current facts that are near to the turns, nearest first. */
  known: readonly KnownFact[];
}

/** What was said or done once. */
export interface ExtractionTurn {
  /** For `evidence`. */
  id: string;
  content: string;
  speaker?: string;
  /** ISO 8601 in UTC. */
  occurredAt: string;
  /** It was read before, and stands here so that the others are understood. A fact needs one turn that was not. */
  context?: true;
}

/** A fact that the memory has. */
export interface KnownFact {
  id: string;
  content: string;
  category: MemoryCategory;
  /** ISO 8601 in UTC. */
  occurredAt: string;
}

/** What an extractor answers. */
export interface Extraction {
  facts: readonly ExtractedFact[];
  /** Counters of tokens and the like, which are added up over a run. */
  usage?: Readonly<Record<string, number>>;
  /** What the call cost, mostly in US dollars. */
  cost?: number;
  /** Why the answer cannot be used as a whole. The window counts as skipped (`bad_answer`), and its facts do not count. */
  unusable?: string;
}

/** A fact as an extractor words it. */
export interface ExtractedFact {
  /** One sentence that stands on its own: who, what, and no word that only the conversation explains. */
  content: string;
  category: MemoryCategory;
  importance: Importance;
  tags?: readonly string[];
  /** When it was said or happened. ISO 8601. Default: when the newest turn of its evidence was said. */
  occurredAt?: string;
  /** Ids of the turns that say so, one or more. */
  evidence: readonly string[];
}
