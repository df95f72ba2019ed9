import { hash } from 'node:crypto';
import type {
  Importance,
  MemoryCategory,
  MemoryKind,
  MemoryMetadata,
  MemoryRecord,
} from '@mneme/core/contract';
import { damaged } from './damaged.ts';

/** A row of the table `records`, as SQLite answers it. */
export interface RecordRow {
  row: number;
  id: string;
  version: number;
  content: string;
  kind: string;
  /** Empty where there is none. */
  category: string;
  tags: string;
  importance: number;
  created_at: string;
  updated_at: string;
  confirmed_at: string;
  occurred_at: string;
  expires_at: string | null;
  superseded_by: string | null;
  valid_to: string | null;
  superseded_reason: string | null;
  contests: string | null;
  contested_by: string | null;
  evidence: string | null;
  extracted_by: string | null;
  last_accessed_at: string | null;
  access_count: number;
  source: string;
  metadata: string | null;
  length: number;
  checksum: string;
}

/** Of all that a record says, as its row holds it. Being read changes nothing of it. */
export function checksumOf(
  scope: string,
  row: Omit<RecordRow, 'row' | 'length' | 'checksum' | 'last_accessed_at' | 'access_count'>,
): string {
  const said = [
    scope,
    row.id,
    row.version,
    row.content,
    row.category,
    row.tags,
    row.importance,
    row.created_at,
    row.updated_at,
    row.confirmed_at,
    row.occurred_at,
    row.expires_at,
    row.superseded_by,
    row.valid_to,
    row.superseded_reason,
    row.contests,
    row.contested_by,
    row.source,
    row.metadata,
  ];
  // What is neither has the sum that it had before there were kinds.
  const { kind, evidence, extracted_by } = row;
  if (kind !== 'fact' || evidence !== null || extracted_by !== null)
    said.push(kind, evidence, extracted_by);
  return hash('sha256', JSON.stringify(said), 'base64');
}

/** The columns of {@link RecordRow}, of the table under the alias `r`. */
export const recordColumns = `r.row, r.id, r.version, r.content, r.kind, r.category, r.tags, r.importance, r.created_at, r.updated_at,
  r.confirmed_at, r.occurred_at, r.expires_at, r.superseded_by, r.valid_to, r.superseded_reason, r.contests,
  r.contested_by, r.evidence, r.extracted_by, r.last_accessed_at, r.access_count, r.source, r.metadata, r.length, r.checksum`;

/** Of a row of that table: a memory, and not what the engine keeps for itself. */
export const isMemoryRow = `r.kind <> 'session'`;

/** Throws `damaged` where the row is not what was written. */
export function toRecord(scope: string, row: RecordRow): MemoryRecord {
  if (checksumOf(scope, row) !== row.checksum) throw damaged(`the memory ${row.id}`);
  const record: MemoryRecord = {
    id: row.id,
    version: row.version,
    scope,
    content: row.content,
    kind: row.kind as MemoryKind,
    tags: JSON.parse(row.tags) as string[],
    importance: row.importance as Importance,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    confirmedAt: row.confirmed_at,
    occurredAt: row.occurred_at,
    accessCount: row.access_count,
    source: JSON.parse(row.source) as MemoryRecord['source'],
  };
  if (row.category !== '') record.category = row.category as MemoryCategory;
  if (row.evidence !== null) record.evidence = JSON.parse(row.evidence) as string[];
  if (row.extracted_by !== null) record.extractedBy = row.extracted_by;
  if (row.metadata !== null) record.metadata = JSON.parse(row.metadata) as MemoryMetadata;
  if (row.expires_at !== null) record.expiresAt = row.expires_at;
  if (row.superseded_by !== null) record.supersededBy = row.superseded_by;
  if (row.valid_to !== null) record.validTo = row.valid_to;
  if (row.superseded_reason !== null) record.supersededReason = row.superseded_reason;
  if (row.contests !== null) record.contests = JSON.parse(row.contests) as string[];
  if (row.contested_by !== null) record.contestedBy = JSON.parse(row.contested_by) as string[];
  if (row.last_accessed_at !== null) record.lastAccessedAt = row.last_accessed_at;
  return record;
}
