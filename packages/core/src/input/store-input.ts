import type { Importance, MemoryCategory, MemorySource } from '../contract/index.ts';
import {
  invalid,
  parseCategory,
  parseChoice,
  parseContent,
  parseImportance,
  parseName,
  parseObject,
  parseTags,
  parseText,
  parseTime,
  show,
} from './fields.ts';

/** `supersede` by default. See `store`. */
export type ConflictPolicy = 'supersede' | 'merge' | 'keepBoth' | 'reject';

export interface StoreInput {
  /** Stands on its own; non-empty after trimming. */
  content: string;
  /** Default: `factual_knowledge`. */
  category?: MemoryCategory;
  /** Default: 3. */
  importance?: Importance;
  tags?: readonly string[];
  /** ISO 8601 or a Date, in the future. */
  expiresAt?: string | Date;
  /** ISO 8601 or a Date. Default: now. */
  occurredAt?: string | Date;
  source?: MemorySource;
  onConflict?: ConflictPolicy;
}

const conflictPolicies = ['supersede', 'merge', 'keepBoth', 'reject'] as const;

/** A text to store, checked, with every default applied. */
export interface StoreItem {
  content: string;
  category: MemoryCategory;
  importance: Importance;
  tags: string[];
  expiresAt?: string;
  occurredAt: string;
  source: MemorySource;
  onConflict: ConflictPolicy;
  /** Kinds of secrets that were masked in `content`. */
  masked: string[];
}

export interface StoreInputSettings {
  now: string;
  maxContentBytes: number;
  onConflict: ConflictPolicy;
}

export function parseStoreInput(value: StoreInput, settings: StoreInputSettings): StoreItem {
  const input = parseObject(value, 'memory') as Partial<Record<keyof StoreInput, unknown>>;
  const item: StoreItem = {
    content: parseContent(input.content, settings.maxContentBytes),
    category: input.category === undefined ? 'factual_knowledge' : parseCategory(input.category),
    importance: input.importance === undefined ? 3 : parseImportance(input.importance),
    tags: input.tags === undefined ? [] : parseTags(input.tags),
    occurredAt:
      input.occurredAt === undefined ? settings.now : parseTime(input.occurredAt, 'occurredAt'),
    source: input.source === undefined ? {} : parseSource(input.source),
    onConflict: parsePolicy(input.onConflict ?? settings.onConflict),
    masked: [],
  };
  if (input.expiresAt !== undefined) {
    item.expiresAt = parseTime(input.expiresAt, 'expiresAt');
    if (item.expiresAt <= settings.now) {
      throw invalid(
        'expiresAt',
        `is ${item.expiresAt}, which is past: give a later time, or none to keep the memory`,
      );
    }
  }
  return item;
}

export function parsePolicy(value: unknown): ConflictPolicy {
  return parseChoice(value, 'onConflict', conflictPolicies);
}

function parseSource(value: unknown): MemorySource {
  const given = parseObject(value, 'source');
  const source: MemorySource = { ...plainJson(given) };
  for (const key of ['speaker', 'session', 'externalId', 'documentPath'] as const) {
    if (source[key] === undefined) continue;
    source[key] = parseName(source[key], `source.${key}`, 1024);
  }
  if (source.sequence !== undefined && !Number.isFinite(source.sequence)) {
    throw invalid(
      'source.sequence',
      `is ${show(source.sequence)}: give the turn's position in the session, a number`,
    );
  }
  return source;
}

/** A copy that JSON can hold, and that later changes of the caller's object cannot reach. */
function plainJson(value: Record<string, unknown>): Record<string, unknown> {
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch {
    throw invalid('source', 'cannot be written as JSON: remove cycles and bigints');
  }
  if (text.length > 16_384)
    throw invalid(
      'source',
      `takes ${text.length} characters of JSON, more than 16384: keep references, not contents`,
    );
  return JSON.parse(text, (key, entry) => {
    if (typeof entry === 'string') parseText(entry, key === '' ? 'source' : `source.${key}`);
    return entry;
  }) as Record<string, unknown>;
}
