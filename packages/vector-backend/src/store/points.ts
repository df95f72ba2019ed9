import {
  type AuditEntry,
  facetsOf,
  type KeptRecord,
  type MemoryKind,
  type MemoryMetadata,
  type MemoryRecord,
  type StoredRecord,
} from '@mneme/core/contract';

/**
 * The lines of one commit, scope and instant, newest first, in one point: a point each would double an import.
 * `auditScope` and not `scope`: no search of records meets it. The lines of a commit of one record lie in the record
 * itself, so that they are written with it or not at all, until the next commit moves them into a point of their own.
 */
export interface AuditPayload {
  auditScope: string;
  at: string;
  lines: Omit<AuditEntry, 'scope' | 'at'>[];
  lineCount: number;
  /** By time, then by version: what the newest are read by. */
  auditOrder: number;
}

/**
 * The payload of a record's point. Times stand twice: as the text that is answered, and in milliseconds for the
 * server's filters and orders. `source` and `metadata` are kept as JSON, since the server's own reading of numbers may round.
 */
export type RecordPayload = Partial<AuditPayload> &
  Omit<KeptRecord, 'id' | 'version' | 'source' | 'metadata'> & {
    /** Absent where it was written before there were versions: 1. */
    version?: number;
    contentKey: string;
    matter?: string;
    source: string;
    metadata?: string;
    facets: string[];
    session?: string;
    sequence?: number;
    externalId?: string;
    createdAtMs: number;
    occurredAtMs: number;
    expiresAtMs?: number;
    validToMs?: number;
    superseded: boolean;
    /** The analysed words, joined by spaces, and how many. */
    terms: string;
    length: number;
    /** Names of vectors that are all zeros, which no cosine is defined for: they are kept here and not in the index. */
    zeroIn?: string[];
    /** The commit that wrote it. */
    commit: string;
    /** The intent that holds it, see `intent.ts`. */
    claim?: string;
    /** In the place of `scope` and `superseded` while a new record is hidden. */
    openIn?: string;
  };

/** The fields that make a record. */
export const recordFields = [
  'version',
  'content',
  'kind',
  'category',
  'tags',
  'importance',
  'createdAt',
  'updatedAt',
  'confirmedAt',
  'occurredAt',
  'expiresAt',
  'supersededBy',
  'validTo',
  'supersededReason',
  'contests',
  'contestedBy',
  'evidence',
  'extractedBy',
  'lastAccessedAt',
  'accessCount',
  'source',
  'metadata',
] as const satisfies readonly (keyof RecordPayload)[];

/** A point as the server answers it. Ids of this package are always UUIDs. */
export interface Point {
  id: string | number;
  payload?: unknown;
  vector?: unknown;
  score?: number;
}

export function payloadOf(point: Point): Partial<RecordPayload> {
  return (point.payload ?? {}) as Partial<RecordPayload>;
}

export function toRecord(scope: string, point: Point): MemoryRecord {
  const payload = point.payload as RecordPayload;
  const record: MemoryRecord = {
    id: String(point.id),
    version: payload.version ?? 1,
    scope,
    content: payload.content,
    kind: payload.kind as MemoryKind,
    tags: payload.tags,
    importance: payload.importance,
    createdAt: payload.createdAt,
    updatedAt: payload.updatedAt,
    confirmedAt: payload.confirmedAt,
    occurredAt: payload.occurredAt,
    accessCount: payload.accessCount,
    source: JSON.parse(payload.source) as MemoryRecord['source'],
  };
  if (payload.category !== undefined) record.category = payload.category;
  if (payload.evidence !== undefined) record.evidence = payload.evidence;
  if (payload.extractedBy !== undefined) record.extractedBy = payload.extractedBy;
  if (payload.metadata !== undefined)
    record.metadata = JSON.parse(payload.metadata) as MemoryMetadata;
  if (payload.expiresAt !== undefined) record.expiresAt = payload.expiresAt;
  if (payload.supersededBy !== undefined) record.supersededBy = payload.supersededBy;
  if (payload.validTo !== undefined) record.validTo = payload.validTo;
  if (payload.supersededReason !== undefined) record.supersededReason = payload.supersededReason;
  if (payload.contests !== undefined) record.contests = payload.contests;
  if (payload.contestedBy !== undefined) record.contestedBy = payload.contestedBy;
  if (payload.lastAccessedAt !== undefined) record.lastAccessedAt = payload.lastAccessedAt;
  return record;
}

/** The payload of a put, without what only the commit knows. Absent fields stay absent in JSON. */
export function toPayload(
  { record, contentKey, matter }: StoredRecord,
  terms: readonly string[],
): Omit<RecordPayload, 'commit'> {
  const { source, metadata } = record;
  const createdAtMs = Date.parse(record.createdAt);
  // Field by field: a rest and a spread cost more than all the rest of a point.
  return {
    scope: record.scope,
    version: record.version,
    content: record.content,
    contentKey,
    kind: record.kind,
    category: record.category,
    tags: record.tags,
    importance: record.importance,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    confirmedAt: record.confirmedAt,
    occurredAt: record.occurredAt,
    expiresAt: record.expiresAt,
    supersededBy: record.supersededBy,
    validTo: record.validTo,
    supersededReason: record.supersededReason,
    contests: record.contests,
    contestedBy: record.contestedBy,
    evidence: record.evidence,
    extractedBy: record.extractedBy,
    matter,
    lastAccessedAt: record.lastAccessedAt,
    accessCount: record.accessCount,
    source: JSON.stringify(source),
    metadata: metadata && JSON.stringify(metadata),
    facets: facetsOf(record),
    session: source.session,
    sequence: source.sequence,
    externalId: source.externalId,
    createdAtMs,
    occurredAtMs:
      record.occurredAt === record.createdAt ? createdAtMs : Date.parse(record.occurredAt),
    expiresAtMs: optionalMs(record.expiresAt),
    validToMs: optionalMs(record.validTo),
    superseded: record.supersededBy !== undefined,
    terms: terms.join(' '),
    length: terms.length,
  };
}

function optionalMs(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Date.parse(time);
}

export function splitTerms(terms: string | undefined): string[] {
  return terms === undefined || terms === '' ? [] : terms.split(' ');
}
