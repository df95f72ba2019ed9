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
import { type FieldsOf, parseFields } from './parse-fields.ts';

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

function itemFields(maxContentBytes: number) {
  return {
    content: (value: unknown) => parseContent(value, maxContentBytes),
    category: parseCategory,
    importance: parseImportance,
    tags: parseTags,
    expiresAt: parseTime,
    occurredAt: parseTime,
    source: parseSource,
    onConflict: parsePolicy,
  } satisfies FieldsOf<StoreInput>;
}

const required = ['content'] as const;

export function parsePolicy(value: unknown, field: string): ConflictPolicy {
  return parseChoice(value, field, conflictPolicies);
}

/** Makes the check of texts to store: each is answered with every default applied. */
export function storeInputParser({
  now,
  maxContentBytes,
  onConflict,
}: StoreInputSettings): (value: StoreInput) => StoreItem {
  const fields = itemFields(maxContentBytes);
  return (value) => {
    const given = parseFields(value, fields, { name: 'memory', required });
    const item: StoreItem = {
      content: given.content,
      category: given.category ?? 'factual_knowledge',
      importance: given.importance ?? 3,
      tags: given.tags ?? [],
      occurredAt: given.occurredAt ?? now,
      source: given.source ?? {},
      onConflict: given.onConflict ?? onConflict,
      masked: [],
    };
    if (given.expiresAt === undefined) return item;
    if (given.expiresAt <= now) {
      throw invalid(
        'expiresAt',
        `is ${given.expiresAt}, which is past: give a later time, or none to keep the memory`,
      );
    }
    item.expiresAt = given.expiresAt;
    return item;
  };
}

/** Keys of the application's own stay as they are. */
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
