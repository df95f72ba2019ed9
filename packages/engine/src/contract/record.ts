/** What kind of thing a memory says. The list is closed: tools, filters and decay settings name these. */
export const memoryCategories = [
  'user_preference',
  'project_context',
  'factual_knowledge',
  'decision_log',
  'relationship',
  'task_progress',
] as const;

/** What kind of thing a memory says. */
export type MemoryCategory = (typeof memoryCategories)[number];

/**
 * `episode`: what was said or done, a turn with session, sequence, speaker and time; appended, never in conflict, without
 * a category. `fact`: stands on its own, has a category, takes part in conflicts, and names what it rests on.
 */
export const memoryKinds = ['episode', 'fact'] as const;

/** What was said, or what is known. See {@link memoryKinds}. */
export type MemoryKind = (typeof memoryKinds)[number];

/** 5: stated preferences; 4: key decisions; 3: useful background; below: minor. */
export type Importance = 1 | 2 | 3 | 4 | 5;

/** Where a memory comes from. Further keys are the application's own; values are JSON. */
export interface MemorySource {
  /** Who said it. A query that names a speaker prefers that speaker's memories. */
  speaker?: string;
  /** The conversation it belongs to. */
  session?: string;
  /** Its position in the session, counted upwards. With `session` it is a turn's place. */
  sequence?: number;
  /** The caller's own id. At most one live record of a scope carries it: storing it again confirms or updates. */
  externalId?: string;
  /** The document this memory is a part of. */
  documentPath?: string;
  [key: string]: unknown;
}

/**
 * One memory. Times are ISO 8601 in UTC with milliseconds (`2026-03-01T09:00:00.000Z`), so they compare as strings.
 * A field that is absent is absent: no value is ever `null`.
 */
export interface MemoryRecord {
  /** A UUID. */
  id: string;
  /** 1 at first, and one more with each change. Being read is no change. */
  version: number;
  /** The tenant. No call crosses it. */
  scope: string;
  /** The text that is remembered. */
  content: string;
  /** What was said, or what is known. */
  kind: MemoryKind;
  /** What kind of thing it says. Absent exactly on episodes. */
  category?: MemoryCategory;
  /** Trimmed, without duplicates, in the order given. */
  tags: string[];
  /** As stored, before it fades. */
  importance: Importance;
  /** When the engine learned it. */
  createdAt: string;
  /** When the engine last changed it in any way. */
  updatedAt: string;
  /** When the fact was last confirmed: created, rewritten, merged or stored again. Importance fades from here. */
  confirmedAt: string;
  /** When it was said or happened: what questions about time mean. */
  occurredAt: string;
  /** From this instant on no retrieve returns it. Absent: kept. */
  expiresAt?: string;
  /** The newer record that replaced it. Absent: current. */
  supersededBy?: string;
  /** Until when it held: the `occurredAt` of the record that replaced it. Set exactly when `supersededBy` is. */
  validTo?: string;
  /**
   * Why it was replaced, or, while it holds, why the newest of `contestedBy` contests it: which rule, judge or call, without
   * anything of a text. Only beside one of the two.
   */
  supersededReason?: string;
  /**
   * Older records that this one likely gives another value of, or says again. All of them hold until somebody settles it.
   * Never empty; an id may be of a record that is gone or was replaced since.
   */
  contests?: string[];
  /** The other end of `contests`: newer records. */
  contestedBy?: string[];
  /** When a retrieve last returned it. Absent: never. */
  lastAccessedAt?: string;
  /** How many retrieves returned it. */
  accessCount: number;
  /** What a fact rests on: ids of episodes, and of documents (`mem_…`). Never empty; an id may be of something that is gone. */
  evidence?: string[];
  /** The extractor that made the fact of its evidence. Absent: it was stored as it is. */
  extractedBy?: string;
  /** Where it comes from, with the application's own keys. */
  source: MemorySource;
  /** The application's own: what it filters by and wants back. Plain JSON; never empty. */
  metadata?: MemoryMetadata;
}

/**
 * Free JSON, at most 16 KiB. A filter finds a record by the values under its keys that are texts, numbers or booleans,
 * and by such members of lists. A key does not begin with `source.`, since filters name the source so.
 */
export type MemoryMetadata = { [key: string]: unknown };
