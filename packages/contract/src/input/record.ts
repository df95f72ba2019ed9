import { type MemoryRecord, memoryKinds } from '../interfaces/index.ts';
import {
  choice,
  integer,
  invalid,
  listOf,
  type Parse,
  parseCategory,
  parseContent,
  parseEvidence,
  parseId,
  parseImportance,
  parseName,
  parseReason,
  parseTags,
  parseTime,
} from './fields.ts';
import { type FieldsOf, parseFields } from './parse-fields.ts';
import { assertKind, parseDisclosure, parseMetadata, parseSource } from './store-input.ts';

const largest = Number.MAX_SAFE_INTEGER;

const parseIds = listOf(parseId);

/** Each field has the check of the call that makes it. Enter new fields here. */
function recordFields(maxContentBytes: number) {
  return {
    id: parseId,
    version: integer({ min: 1, max: largest }),
    scope: parseName,
    content: (value) => parseContent(value, maxContentBytes),
    kind: choice(memoryKinds),
    category: parseCategory,
    tags: parseTags,
    importance: parseImportance,
    createdAt: parseTime,
    updatedAt: parseTime,
    confirmedAt: parseTime,
    occurredAt: parseTime,
    expiresAt: parseTime,
    supersededBy: parseId,
    validTo: parseTime,
    supersededReason: parseReason,
    contests: parseIds,
    contestedBy: parseIds,
    lastAccessedAt: parseTime,
    accessCount: integer({ min: 0, max: largest }),
    evidence: parseEvidence as Parse<MemoryRecord['evidence']>,
    extractedBy: parseName as Parse<string>,
    source: parseSource,
    metadata: parseMetadata as Parse<MemoryRecord['metadata']>,
    disclosure: parseDisclosure,
  } satisfies FieldsOf<MemoryRecord>;
}

const required = [
  'id',
  'version',
  'scope',
  'content',
  'kind',
  'tags',
  'importance',
  'createdAt',
  'updatedAt',
  'confirmedAt',
  'occurredAt',
  'accessCount',
  'source',
] as const;

/** Checks a whole record from outside, such as a line of an export. Throws `invalid_input`. */
export function parseRecord(
  value: unknown,
  { maxContentBytes = 32_768 }: { maxContentBytes?: number } = {},
): MemoryRecord {
  const { metadata, evidence, ...record } = parseFields(
    withKind(value),
    recordFields(maxContentBytes),
    { name: 'record', required },
  );
  assertKind({ ...record, evidence });
  if ((record.supersededBy === undefined) !== (record.validTo === undefined)) {
    const [has, lacks] =
      record.validTo === undefined ? ['supersededBy', 'validTo'] : ['validTo', 'supersededBy'];
    throw invalid(lacks, `is missing: a record with ${has} has both`);
  }
  return {
    ...record,
    ...(metadata === undefined ? {} : { metadata }),
    ...(evidence === undefined ? {} : { evidence }),
  };
}

/** A record from before there were kinds: a turn of a session becomes an episode and loses its category. */
function withKind(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || 'kind' in value) return value;
  const { category, ...record } = value as Record<string, unknown>;
  const { session, sequence } = (record.source ?? {}) as MemoryRecord['source'];
  return session === undefined || sequence === undefined
    ? { ...record, category, kind: 'fact' }
    : { ...record, kind: 'episode' };
}
