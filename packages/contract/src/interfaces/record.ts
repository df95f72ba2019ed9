/** The categories of facts. The list is closed: tools, filters and decay settings name these. */
export const memoryCategories = [
  'user_preference',
  'project_context',
  'factual_knowledge',
  'decision_log',
  'relationship',
  'task_progress',
] as const;

/** A category of facts. */
export type MemoryCategory = (typeof memoryCategories)[number];

/**
 * `episode`: what was said or done, a turn with session, sequence, speaker and time; appended, without conflicts and
 * category. `fact`: what is known; it makes sense on its own, has a category, takes part in conflicts, and names its
 * evidence.
 */
export const memoryKinds = ['episode', 'fact'] as const;

/** Episode or fact. See {@link memoryKinds}. */
export type MemoryKind = (typeof memoryKinds)[number];

/**
 * When a block shows a fact. `always`: in the profile, for every message. `relevant`: for a message that it answers.
 * `asked`: only for a message about the private matter that it is about.
 */
export const disclosures = ['always', 'relevant', 'asked'] as const;

/** See {@link disclosures}. */
export type Disclosure = (typeof disclosures)[number];

/** 5: stated preferences; 4: key decisions; 3: useful background; below: minor. */
export type Importance = 1 | 2 | 3 | 4 | 5;

/** Where a memory comes from. Further keys are the application's own; values are JSON. */
export interface MemorySource {
  /** Who said it. If a query names a speaker, that speaker's memories rank higher. */
  speaker?: string;
  /** The conversation it belongs to. */
  session?: string;
  /** Its position in the session, counted up. Session and sequence are the place of a turn. */
  sequence?: number;
  /** The caller's own id. At most one live record of a scope has it: storing it again confirms or updates. */
  externalId?: string;
  /** The document this memory is a part of. */
  documentPath?: string;
  /** The actor who corrected a learned fact: its words are no longer those that were said. */
  editedBy?: string;
  [key: string]: unknown;
}

/**
 * One memory. Times are ISO 8601 in UTC with milliseconds (`2026-03-01T09:00:00.000Z`), so they compare as strings.
 * Missing fields are absent, never `null`.
 */
export interface MemoryRecord {
  /** A UUID. */
  id: string;
  /** 1 at first; each change adds one. Reading is no change. */
  version: number;
  /** The tenant. No call sees another one. */
  scope: string;
  /** The text that is remembered. */
  content: string;
  /** Episode or fact. */
  kind: MemoryKind;
  /** The category. Absent exactly on episodes. */
  category?: MemoryCategory;
  /** Trimmed, without duplicates, in the order given. */
  tags: string[];
  /** As stored, before it fades. */
  importance: Importance;
  /** When the engine learned it. */
  createdAt: string;
  /** When the engine last changed it. */
  updatedAt: string;
  /**
   * When the fact was last confirmed: created, rewritten, merged or stored again. Importance fades from this time on.
   */
  confirmedAt: string;
  /** When it was said or happened; questions about time use it. */
  occurredAt: string;
  /** From then on no retrieve returns it. Absent: it does not expire. */
  expiresAt?: string;
  /** The newer record that replaced it. Absent: it was not replaced. */
  supersededBy?: string;
  /** Until when it was true: the `occurredAt` of the record that replaced it. Present exactly with `supersededBy`. */
  validTo?: string;
  /**
   * Why it was replaced, or why the newest of `contestedBy` contests it: which rule, judge or call, without any text of
   * a memory. Present only with one of the two.
   */
  supersededReason?: string;
  /**
   * Older records that this one probably updates or repeats. All of them stay current until somebody settles it. Never
   * empty; an id may be of a record that was removed or replaced since.
   */
  contests?: string[];
  /** Newer records that contest this one; the other end of `contests`. */
  contestedBy?: string[];
  /** When a retrieve last returned it. Absent: never. */
  lastAccessedAt?: string;
  /** How many retrieves returned it. */
  accessCount: number;
  /**
   * The evidence of a fact: ids of episodes, and of documents (`mem_…`). Never empty; an id may be of something that
   * was removed.
   */
  evidence?: string[];
  /** The extractor that made the fact from its evidence. Absent: a caller stored it. */
  extractedBy?: string;
  /** Where it comes from, with the application's own keys. */
  source: MemorySource;
  /** The application's own data, to filter by. Plain JSON; never empty. */
  metadata?: MemoryMetadata;
  /** When a block shows the fact. Absent: decided by what it is about. */
  disclosure?: Disclosure;
}

/** What happened to the facts that rested on removed evidence. */
export interface ForgottenFacts {
  /** Ids of facts that rested only on it, and were deleted too. */
  forgotten: string[];
  /** Ids of facts that also have other evidence, and stay. */
  kept: string[];
}

/**
 * Free JSON, at most 16 KiB. Filters find a record by texts, numbers and booleans under its keys, and by such members
 * of lists. A key may not begin with `source.`, because filters use that prefix for the source.
 */
export type MemoryMetadata = { [key: string]: unknown };

/**
 * The engine's note on a session: how far it was read, and a summary. A backend stores it like any record, by id and
 * version, and returns it only from `get`: it is in no search, list, scan, session or count.
 */
export type SessionRecord = Omit<MemoryRecord, 'kind'> & { kind: 'session' };

/** Any record that can be stored under an id. */
export type AnyRecord = MemoryRecord | SessionRecord;

/** False for the engine's own records. */
export function isMemory(record: AnyRecord): record is MemoryRecord {
  return record.kind !== 'session';
}

/** The fields of {@link ScanRow}. */
export const scannedFields = [
  'id',
  'version',
  'kind',
  'category',
  'importance',
  'confirmedAt',
  'expiresAt',
  'supersededBy',
  'lastAccessedAt',
] as const satisfies readonly (keyof MemoryRecord)[];

/** What pruning needs to know of a record. */
export type ScanRow = Pick<MemoryRecord, (typeof scannedFields)[number]>;

/** The {@link ScanRow} of a record. */
export function scanRowOf(record: MemoryRecord): ScanRow {
  const known = scannedFields.filter((field) => record[field] !== undefined);
  return Object.fromEntries(known.map((field) => [field, record[field]])) as unknown as ScanRow;
}
