import type {
  ForgottenFacts,
  MemoryRecord,
  MemorySource,
  Remains,
  SessionInfo,
} from '@mneme/contract';
import type { ChatMessage, PageOptions, StoreInput } from '@mneme/contract/input';
import type { WriteOptions } from '../records/index.ts';

/** A turn to append. Only `content` is required. */
export interface TurnInput
  extends Pick<StoreInput, 'occurredAt' | 'tags' | 'importance' | 'expiresAt' | 'metadata'> {
  /** What was said or done. */
  content: string;
  /** Who said it. */
  speaker?: string;
  /** Its place in the session. Default: after the turn before, or after the last turn of the session. */
  sequence?: number;
  /** More about its source: `externalId`, and the application's own keys. */
  source?: Omit<MemorySource, 'speaker' | 'session' | 'sequence'>;
}

/**
 * A message of a chat API as it is, `{ role, content }`, with what a turn has beside speaker and content. The role is the
 * speaker: `user` (or the message's `name`), or `assistant`.
 */
export interface MessageInput extends ChatMessage, Omit<TurnInput, 'content' | 'speaker'> {}

/** The session of the turns, and who appends them. */
export interface AppendOptions extends WriteOptions {
  /** The conversation that they belong to. */
  session: string;
  /** Called after each batch with what is written. */
  onProgress?: (progress: { done: number; total: number }) => void;
}

/** The result of appending turns. */
export interface AppendResult {
  session: string;
  /** Number of new turns. */
  appended: number;
  /** Number of turns that were at their places already, with the same words. */
  known: number;
  /** The id of each turn, in order; none for messages that are left out. */
  ids: string[];
  /**
   * Facts that the memory's extractor made from the new turns: ids of new ones, and of known ones that it confirmed.
   */
  learned: string[];
  /** Kinds of secrets that were masked. */
  masked?: string[];
  /** Number of messages in which nobody says anything: calls and results of tools, instructions, images. Absent: none. */
  leftOut?: number;
  /**
   * Number of turns whose words were not stored, because the user asked for it in the talk ("Don't store this"). A note
   * is in their places. Absent: none.
   */
  keptOut?: number;
}

/** Which page of sessions. */
export interface ListSessionsOptions extends PageOptions {
  /** 1..1000. Default: 50. */
  limit?: number;
}

/** A page of sessions. */
export interface ListSessionsResult {
  /** In a stable order, so that pages neither repeat nor skip sessions. */
  sessions: SessionInfo[];
  /** Absent on the last page. */
  nextCursor?: string;
}

/** Which turns of a session. */
export interface GetSessionOptions extends PageOptions {
  /** First place. Default: from the first turn. */
  fromSequence?: number;
  /** 1..1000. Default: 100. */
  limit?: number;
}

/** What was erased with a session: facts that were learned in it and name no evidence are `forgotten`, too. */
export interface EraseSessionReceipt extends ForgottenFacts, Remains {
  session: string;
  /** Number of turns. */
  turns: number;
  /** ISO 8601 in UTC. */
  erasedAt: string;
  /** The reason in the audit. */
  reason: string;
}

/** A page of the turns of a session. */
export interface GetSessionResult {
  session: string;
  /** In order of their places. Empty if the scope has no such session. */
  turns: MemoryRecord[];
  /** A summary of turns that a prune has removed. Absent: there is none. */
  summary?: string;
  /** Absent on the last page. */
  nextCursor?: string;
}
