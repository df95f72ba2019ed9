import {
  type Disclosure,
  disclosures,
  type Importance,
  type MemoryCategory,
  type MemoryKind,
  type MemoryMetadata,
  type MemoryRecord,
  type MemorySource,
  MnemeError,
  memoryKinds,
  sourcePrefix,
} from '../interfaces/index.ts';
import {
  choice,
  invalid,
  parseCategory,
  parseContent,
  parseEvidence,
  parseImportance,
  parseName,
  parseObject,
  parseSequence,
  parseTags,
  parseText,
  parseTime,
} from './fields.ts';
import { type FieldsOf, parseFields } from './parse-fields.ts';

/**
 * What happens to a stored memory that conflicts with a new text, or has its `externalId`. `supersede` (default): the
 * new text replaces it. `merge`: the new text is merged into it. `keepBoth`: both stay, and nothing is compared.
 * `reject`: nothing is written. `upsert`: the memory with the same `externalId` is replaced, and nothing else is
 * compared.
 */
export type ConflictPolicy = (typeof conflictPolicies)[number];

/** A text to store. Only `content` is required. */
export interface StoreInput {
  /** Makes sense on its own; not empty after trimming. */
  content: string;
  /**
   * `fact` (default): what is known. `episode`: what was said; `episodes.append` stores the turns of a session.
   */
  kind?: MemoryKind;
  /** Of a fact. Default: `factual_knowledge`. */
  category?: MemoryCategory;
  /** The evidence of a fact: ids of episodes, and of documents (`mem_…`). */
  evidence?: readonly string[];
  /** Default: 3. */
  importance?: Importance;
  /** Words to find it by and to filter on; at most 100. */
  tags?: readonly string[];
  /** ISO 8601 or a Date, in the future. */
  expiresAt?: string | Date;
  /** ISO 8601 or a Date. Default: now. */
  occurredAt?: string | Date;
  /** Where it comes from. Further keys are the application's own. */
  source?: MemorySource;
  /** The application's own data, at most 16 KiB of JSON, returned with the memory; `where` filters by it. */
  metadata?: MemoryMetadata;
  /** When a block shows the fact: `always`, `relevant` or `asked`. Default: by what it is about. */
  disclosure?: Disclosure;
  /** Replaces the call's policy for this text. */
  onConflict?: ConflictPolicy;
}

/** When a block shows a fact. */
export const parseDisclosure = choice(disclosures);

/** Characters of JSON for `metadata`, and for `source`. */
export const metadataLimit = 16_384;

/** Levels of objects and lists in `metadata` and in `source`. */
const maxDepth = 64;

const conflictPolicies = ['supersede', 'merge', 'keepBoth', 'reject', 'upsert'] as const;

/** What to do with a text that conflicts with a stored one. */
export const parsePolicy = choice(conflictPolicies);

/** A text to store, checked, with every default applied. */
export interface StoreItem
  extends Pick<
    MemoryRecord,
    | 'content'
    | 'kind'
    | 'category'
    | 'importance'
    | 'tags'
    | 'expiresAt'
    | 'occurredAt'
    | 'source'
    | 'evidence'
    | 'extractedBy'
    | 'metadata'
    | 'disclosure'
  > {
  /** Whether the caller gave `occurredAt`, so that it is not just the time of the call. */
  timed: boolean;
  onConflict: ConflictPolicy;
  /** Kinds of secrets that were masked in any field. */
  masked: string[];
}

interface StoreInputSettings {
  now: string;
  maxContentBytes: number;
  onConflict: ConflictPolicy;
}

function itemFields({ now, maxContentBytes }: StoreInputSettings) {
  return {
    content: (value: unknown) => parseContent(value, maxContentBytes),
    kind: choice(memoryKinds),
    category: parseCategory,
    evidence: parseEvidence,
    importance: parseImportance,
    tags: parseTags,
    expiresAt: (value: unknown) => parseExpiry(value, now),
    occurredAt: parseTime,
    source: parseSource,
    metadata: parseMetadata,
    disclosure: parseDisclosure,
    onConflict: parsePolicy,
  } satisfies FieldsOf<StoreInput>;
}

const required = ['content'] as const;

/** Makes the check of texts to store, which applies every default. */
export function storeInputParser(settings: StoreInputSettings): (value: StoreInput) => StoreItem {
  const { now, onConflict } = settings;
  const fields = itemFields(settings);
  return (value) => {
    const given = parseFields(value, fields, { name: 'memory', required });
    const source = given.source ?? {};
    const { kind = 'fact' } = given;
    const isPlaced = source.session !== undefined && source.sequence !== undefined;
    if (isPlaced && given.kind === undefined && given.category === undefined)
      throw invalid(
        'kind',
        'is missing for a text with a place in a session: append a turn with episodes.append, or give kind "fact"',
      );
    const item: StoreItem = {
      content: given.content,
      kind,
      importance: given.importance ?? 3,
      tags: given.tags ?? [],
      occurredAt: given.occurredAt ?? now,
      timed: given.occurredAt !== undefined,
      source,
      onConflict: given.onConflict ?? onConflict,
      masked: [],
    };
    const category = given.category ?? (kind === 'fact' ? 'factual_knowledge' : undefined);
    if (category !== undefined) item.category = category;
    if (given.evidence !== undefined) item.evidence = given.evidence;
    assertKind(item);
    if (given.expiresAt !== undefined) item.expiresAt = given.expiresAt;
    if (given.metadata !== undefined) item.metadata = given.metadata;
    if (given.disclosure !== undefined) item.disclosure = given.disclosure;
    return item;
  };
}

/** An episode has no field that only facts have; a session turn needs a place. */
export function assertKind({
  kind,
  category,
  evidence,
  disclosure,
  source,
}: Pick<MemoryRecord, 'kind' | 'category' | 'evidence' | 'disclosure' | 'source'>): void {
  if (kind === 'fact') {
    if (category === undefined) throw invalid('category', 'is missing: a fact has one');
    return;
  }
  if (category !== undefined)
    throw invalid(
      'category',
      `is ${category}, and episodes have none: leave it out, or give kind "fact"`,
    );
  if (evidence !== undefined)
    throw invalid(
      'evidence',
      'is given, and episodes have none: leave it out, or give kind "fact"',
    );
  if (disclosure !== undefined)
    throw invalid(
      'disclosure',
      'is given, and episodes have none: leave it out, or give kind "fact"',
    );
  if (source.session !== undefined && source.sequence === undefined)
    throw invalid(
      'source.sequence',
      'is missing: give the place of the turn in its session, or append it, which counts',
    );
}

/** A time in the future. */
export function parseExpiry(value: unknown, now: string): string {
  const time = parseTime(value, 'expiresAt');
  if (time > now) return time;
  throw invalid('expiresAt', `is ${time}, which is past: give a later time, or none`);
}

/** Undefined for an empty object: then the record has no metadata. */
export function parseMetadata(value: unknown): MemoryMetadata | undefined {
  const metadata = plainJson(parseObject(value, 'metadata'), 'metadata');
  const keys = Object.keys(metadata);
  const taken = keys.find((key) => key.startsWith(sourcePrefix));
  if (taken !== undefined)
    throw invalid(
      `metadata.${taken}`,
      `begins with "${sourcePrefix}", by which filters name the source: give the key another name`,
    );
  return keys.length === 0 ? undefined : metadata;
}

/** The application's keys are unchanged. */
export function parseSource(value: unknown): MemorySource {
  const given = parseObject(value, 'source');
  const source: MemorySource = { ...plainJson(given, 'source') };
  for (const key of ['speaker', 'session', 'externalId', 'documentPath', 'editedBy'] as const) {
    if (source[key] === undefined) continue;
    source[key] = parseName(source[key], `source.${key}`, 1024);
  }
  if (source.sequence !== undefined) parseSequence(source.sequence, 'source.sequence');
  return source;
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((entry) => isDeeperThan(entry, levels - 1));
}

/** The JSON of an application's value. Reading stops when it is too large. */
export function boundedJson(
  value: unknown,
  field: string,
  { limit = metadataLimit }: { limit?: number } = {},
): string {
  const tooLarge = (size: number) =>
    invalid(
      field,
      `takes ${size} characters of JSON, more than ${limit}: keep references, not contents`,
    );
  let members = 0;
  let text: string | undefined;
  try {
    text = JSON.stringify(value, (_, member: unknown) => {
      members += 1;
      if (members > limit) throw tooLarge(members);
      return member;
    });
  } catch (error) {
    if (MnemeError.isInstance(error)) throw error;
  }
  if (text === undefined)
    throw invalid(field, 'cannot be written as JSON: remove cycles, bigints and deep nesting');
  if (text.length > limit) throw tooLarge(text.length);
  if (isDeeperThan(JSON.parse(text), maxDepth))
    throw invalid(field, `has objects more than ${maxDepth} levels deep: flatten them`);
  return text;
}

/** A JSON copy, so that later changes of the caller's object have no effect. */
function plainJson(value: Record<string, unknown>, field: string): Record<string, unknown> {
  return JSON.parse(boundedJson(value, field), (key, entry) => {
    parseText(key, field);
    if (typeof entry === 'string') parseText(entry, key === '' ? field : `${field}.${key}`);
    return entry;
  }) as Record<string, unknown>;
}
