import type {
  Importance,
  MemoryCategory,
  MemoryMetadata,
  MemoryRecord,
} from '@mneme/core/contract';

/** A row of the table `records`, as SQLite answers it. */
export interface RecordRow {
  row: number;
  id: string;
  version: number;
  content: string;
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
  last_accessed_at: string | null;
  access_count: number;
  source: string;
  metadata: string | null;
  length: number;
}

/** The columns of {@link RecordRow}, of the table under the alias `r`. */
export const recordColumns = `r.row, r.id, r.version, r.content, r.category, r.tags, r.importance, r.created_at, r.updated_at,
  r.confirmed_at, r.occurred_at, r.expires_at, r.superseded_by, r.valid_to, r.last_accessed_at, r.access_count,
  r.source, r.metadata, r.length`;

export function toRecord(scope: string, row: RecordRow): MemoryRecord {
  const record: MemoryRecord = {
    id: row.id,
    version: row.version,
    scope,
    content: row.content,
    category: row.category as MemoryCategory,
    tags: JSON.parse(row.tags) as string[],
    importance: row.importance as Importance,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    confirmedAt: row.confirmed_at,
    occurredAt: row.occurred_at,
    accessCount: row.access_count,
    source: JSON.parse(row.source) as MemoryRecord['source'],
  };
  if (row.metadata !== null) record.metadata = JSON.parse(row.metadata) as MemoryMetadata;
  if (row.expires_at !== null) record.expiresAt = row.expires_at;
  if (row.superseded_by !== null) record.supersededBy = row.superseded_by;
  if (row.valid_to !== null) record.validTo = row.valid_to;
  if (row.last_accessed_at !== null) record.lastAccessedAt = row.last_accessed_at;
  return record;
}
