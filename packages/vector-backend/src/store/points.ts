import {
  type AnyRecord,
  type AuditEntry,
  facetsOf,
  type MemoryRecord,
  type StoredRecord,
} from '@mneme/core/contract';

/**
 * The audit lines of one commit, scope and time, newest first, in one point, because a point for each would double an
 * import. `auditScope` instead of `scope`, so that no search of records finds it. The lines of a commit of one record
 * are inside the record itself, so that both are written together, until the next commit moves them to their own point.
 */
export interface AuditPayload {
  auditScope: string;
  at: string;
  lines: Omit<AuditEntry, 'scope' | 'at'>[];
  lineCount: number;
  /** By time, then by version; used to read the newest. */
  auditOrder: number;
}

/**
 * The payload of a record's point. Times are stored twice: as the returned text, and in milliseconds for the server's
 * filters and orders. `source` and `metadata` are JSON texts, because the server may round numbers.
 */
export type RecordPayload = Partial<AuditPayload> &
  Omit<AnyRecord, 'id' | 'source' | 'metadata'> & {
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
    /** The analysed words, joined by spaces, and their number. */
    terms: string;
    length: number;
    /**
     * Names of vectors that are all zeros. Cosine is not defined for them, so they are stored here and not in the
     * index.
     */
    zeroIn?: string[];
    /** The commit that wrote it. */
    commit: string;
    /** The intent that claims it, see `intent.ts`. */
    claim?: string;
    /** Instead of `scope` and `superseded`, while a new record is hidden. */
    openIn?: string;
  };

/** The fields of a record. */
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
  'disclosure',
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
  const record: Record<string, unknown> = { id: String(point.id), scope };
  for (const field of recordFields)
    if (payload[field] !== undefined) record[field] = payload[field];
  record.source = JSON.parse(payload.source);
  if (payload.metadata !== undefined) record.metadata = JSON.parse(payload.metadata);
  return record as unknown as MemoryRecord;
}

/** The payload of a put, without the fields that the commit adds. Absent fields stay absent in JSON. */
export function toPayload(
  { record, contentKey, matter }: StoredRecord,
  terms: readonly string[],
): Omit<RecordPayload, 'commit'> {
  const { source, metadata } = record;
  const createdAtMs = Date.parse(record.createdAt);
  // Field by field, because a rest and a spread would cost more than everything else.
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
    disclosure: record.disclosure,
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
