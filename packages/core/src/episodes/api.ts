import type {
  Importance,
  MemoryMetadata,
  MemoryRecord,
  MemorySource,
  Remains,
  SessionInfo,
} from '@mneme/engine/contract';
import type { WriteOptions } from '../records/index.ts';

/** A turn to append. Only `content` must be given. */
export interface TurnInput {
  /** What was said or done. */
  content: string;
  /** Who said it. */
  speaker?: string;
  /** When. ISO 8601 or a Date. Default: now. */
  occurredAt?: string | Date;
  /** Its place in the session. Default: behind the turn before, or behind the last one of the session. */
  sequence?: number;
  /** Words to find it by and to filter on; at most 100. */
  tags?: readonly string[];
  /** Default: 3. */
  importance?: Importance;
  /** ISO 8601 or a Date, in the future. Default: kept. */
  expiresAt?: string | Date;
  /** The application's own, at most 16 KiB of JSON. */
  metadata?: MemoryMetadata;
  /** Where else it comes from: `externalId`, further keys of the application's own. */
  source?: Omit<MemorySource, 'speaker' | 'session' | 'sequence'>;
}

/** Where turns are appended, and by whom. */
export interface AppendOptions extends WriteOptions {
  /** The conversation that they belong to. */
  session: string;
  /** Called after each batch: what is counted is written. */
  onProgress?: (progress: { done: number; total: number }) => void;
}

/** What became of appended turns. */
export interface AppendResult {
  session: string;
  /** How many are new. */
  appended: number;
  /** How many stood at their places already, in the same words. */
  known: number;
  /** The id of each turn, in order. */
  ids: string[];
  /** Facts that the memory's extractor made of the new ones: the ids of those that are new, or known and confirmed. */
  learned: string[];
  /** Kinds of secrets that were masked. */
  masked?: string[];
}

/** Which page of sessions. */
export interface ListSessionsOptions {
  /** 1..1000. Default: 50. */
  limit?: number;
  /** A page ends before it has so many bytes as JSON, unless one item is larger. Default: no bound. */
  maxBytes?: number;
  /** The `nextCursor` of the page before. */
  cursor?: string;
}

/** A page of sessions. */
export interface ListSessionsResult {
  /** In an order that stays, so that pages neither repeat nor skip. */
  sessions: SessionInfo[];
  /** Absent on the last page. */
  nextCursor?: string;
}

/** Which turns of a session. */
export interface GetSessionOptions {
  /** From this place on. Default: from the first turn. */
  fromSequence?: number;
  /** 1..1000. Default: 100. */
  limit?: number;
  /** A page ends before it has so many bytes as JSON, unless one item is larger. Default: no bound. */
  maxBytes?: number;
  /** The `nextCursor` of the page before. */
  cursor?: string;
}

/** What went with a session. */
export interface EraseSessionReceipt extends Remains {
  session: string;
  /** How many turns there were. */
  turns: number;
  /** Facts that rested on its turns alone, or were learned in it and name no evidence: they went too. */
  forgotten: string[];
  /** Facts that rested on its turns and on something else, and stay with that. */
  kept: string[];
  /** ISO 8601 in UTC. */
  erasedAt: string;
  /** As the audit has it. */
  reason: string;
}

/** A page of the turns of a session. */
export interface GetSessionResult {
  session: string;
  /** In order of their places. Empty where the scope has no such session. */
  turns: MemoryRecord[];
  /** What turns were about that a prune has dropped. Absent: none was kept. */
  summary?: string;
  /** Absent on the last page. */
  nextCursor?: string;
}
