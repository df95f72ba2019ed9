import type { Importance, MemoryCategory, MemoryRecord } from './record.ts';

/**
 * Makes facts from a conversation: a model, rules, any function. `consolidate` gives it the windows of a session one
 * after the other, checks its answers, and stores them. It may repeat known facts in other words, because its facts go
 * through the conflict rules. If it throws, the session stays unread until the next run.
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
  /** Stored in its facts. Default: `extractor`. */
  readonly name?: string;
  /** How many known facts it gets with a window. Default: 20. 0: none are looked up. */
  readonly knownLimit?: number;
  /** How many earlier turns of the session it gets with new ones, for context. Default: 4. */
  readonly contextTurns?: number;
  /** How many windows `extractMany` takes at once. Default: 100. */
  readonly windowLimit?: number;
  /** The facts of one window. */
  extract(window: ExtractionWindow, options: ExtractorOptions): Extraction | Promise<Extraction>;
  /**
   * Many windows at once, if that is cheaper for the model: one answer each, in order, and an Error for each failure.
   * If it exists, it is used instead of `extract`.
   */
  extractMany?(
    windows: readonly ExtractionWindow[],
    options: ExtractorOptions,
  ): Promise<readonly (Extraction | Error)[]>;
  /** The most that a call about this window can cost, in the unit of `cost`; `maxCost` limits the sum. */
  costLimit?(window: ExtractionWindow): number;
  /** Summarises turns in a few sentences. Called if a prune removes turns and keeps a summary. */
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

/** Some turns of one session, in order, and known facts about the same matters. */
export interface ExtractionWindow {
  turns: readonly ExtractionTurn[];
  /** Current facts near the turns, nearest first. */
  known: readonly KnownFact[];
}

/** A turn. */
export interface ExtractionTurn {
  /** For `evidence`. */
  id: string;
  content: string;
  speaker?: string;
  /** ISO 8601 in UTC. */
  occurredAt: string;
  /** The offset from UTC of the speaker's clock, as `+08:00`. Absent: none was given. */
  utcOffset?: string;
  /** It was read before and is here only for context. A fact needs at least one turn without this mark. */
  context?: true;
}

/** A fact that the memory has. */
export type KnownFact = Required<Pick<MemoryRecord, 'id' | 'content' | 'category' | 'occurredAt'>>;

/** What an extractor answers. */
export interface Extraction {
  facts: readonly ExtractedFact[];
  /** Counters of tokens and the like; a run adds them up. */
  usage?: Readonly<Record<string, number>>;
  /** What the call cost, usually in US dollars. */
  cost?: number;
  /**
   * Why the answer cannot be used as a whole. The window counts as skipped (`bad_answer`), and its facts are ignored.
   */
  unusable?: string;
}

/** A fact as the extractor wrote it. */
export interface ExtractedFact {
  /**
   * One sentence that makes sense on its own: it names who and what, and no word needs the conversation to be
   * understood.
   */
  content: string;
  /**
   * The content is what the speaker of the cited turns said: it keeps his `I`, `we` and `you`, and he is its speaker.
   * Default: false.
   */
  inOwnWords?: boolean;
  category: MemoryCategory;
  importance: Importance;
  tags?: readonly string[];
  /** When it was said or happened. ISO 8601. Default: the time of the newest cited turn. */
  occurredAt?: string;
  /** Ids of the turns that say so, one or more. */
  evidence: readonly string[];
}
