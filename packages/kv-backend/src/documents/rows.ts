import {
  actorOf,
  type DocumentActor,
  type DocumentOperation,
  type DocumentSummary,
  type DocumentVersion,
  partsOfActor,
  type StoreInfo,
} from '@mneme/core/contract';
import type { Connection } from '../store/connection.ts';
import { intact } from '../store/damaged.ts';
import { exactNumber } from '../store/row-numbers.ts';
import { intactRow } from '../store/row-sum.ts';

export interface StoreRow {
  number: number;
  id: string;
  scope: string;
  name: string;
  description: string;
  metadata: string;
  version: number;
  created_at: string;
  updated_at: string;
  archived_at: string | null;
  /** Time of the last write in it. */
  changed_at: string;
  partition: number;
  chunk_count: number;
  term_total: number;
  next_row: number;
  row_sum: string;
}

export const storeColumns =
  'number, id, scope, name, description, metadata, version, created_at, updated_at, archived_at, changed_at, partition, chunk_count, term_total, next_row, row_sum';

export function toStore(row: StoreRow): StoreInfo {
  intactRow('document_stores', row, `the store ${row.id}`);
  const store: StoreInfo = {
    id: row.id,
    scope: row.scope,
    name: row.name,
    description: row.description,
    metadata: JSON.parse(row.metadata) as Record<string, string>,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
  if (row.archived_at !== null) store.archivedAt = row.archived_at;
  return store;
}

export interface DocumentRow {
  number: number;
  id: string;
  path: string;
  sha256: string;
  size_bytes: number;
  /** Row number of the version with the content. */
  version: number;
  version_id: string;
  created_at: string;
  updated_at: string;
  last_read_at: string | null;
  row_sum: string;
}

export const documentColumns =
  'd.number, d.id, d.path, d.sha256, d.size_bytes, d.version, d.version_id, d.created_at, d.updated_at, d.last_read_at, d.row_sum';

export function toSummary(row: DocumentRow, storeId: string): DocumentSummary {
  intactRow('documents', row, `the document ${row.id}`);
  return {
    id: row.id,
    storeId,
    path: row.path,
    contentSha256: row.sha256,
    contentSizeBytes: row.size_bytes,
    versionId: row.version_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export interface VersionRow {
  number: number;
  id: string;
  document: string;
  document_number: number;
  operation: DocumentOperation;
  created_at: string;
  actor_type: DocumentActor['type'] | null;
  actor_id: string | null;
  path: string | null;
  content?: string | null;
  sha256: string | null;
  checksum: string | null;
  size_bytes: number | null;
  redacted_at: string | null;
  redactor_type: DocumentActor['type'] | null;
  redactor_id: string | null;
  row_sum: string;
}

export const versionColumns =
  'number, id, document, document_number, operation, created_at, actor_type, actor_id, path, sha256, checksum, size_bytes, redacted_at, redactor_type, redactor_id, row_sum';

export function toVersion(row: VersionRow, storeId: string): DocumentVersion {
  intactRow('document_versions', row, `the version ${row.id}`);
  const version: DocumentVersion = {
    id: row.id,
    storeId,
    documentId: row.document,
    number: row.document_number,
    operation: row.operation,
    createdAt: row.created_at,
  };
  const createdBy = toActor(row.actor_type, row.actor_id);
  if (createdBy !== undefined) version.createdBy = createdBy;
  if (row.path !== null) version.path = row.path;
  if (row.content !== undefined && (row.content !== null || row.sha256 !== null)) {
    version.content = intact(row, `the version ${row.id}`);
  }
  if (row.sha256 !== null) version.contentSha256 = row.sha256;
  if (row.size_bytes !== null) version.contentSizeBytes = row.size_bytes;
  if (row.redacted_at !== null) version.redactedAt = row.redacted_at;
  const redactedBy = toActor(row.redactor_type, row.redactor_id);
  if (redactedBy !== undefined) version.redactedBy = redactedBy;
  return version;
}

function toActor(type: DocumentActor['type'] | null, id: string | null): DocumentActor | undefined {
  return type === null || id === null ? undefined : actorOf(type, id);
}

/** The two columns of an actor. */
export function fromActor(actor: DocumentActor | undefined): [string | null, string | null] {
  return actor === undefined ? [null, null] : partsOfActor(actor);
}

/** Returns the number of the new row. */
export function insertRow(connection: Connection, table: string, row: object): number {
  const columns = Object.keys(row);
  const number = connection
    .column<number>(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) RETURNING number`,
    )
    .get(...Object.values(row));
  return exactNumber(connection, number);
}

/** Changes these columns of the row with this number. */
export function updateRow(
  connection: Connection,
  table: string,
  { number, ...row }: { number: number },
): void {
  const columns = Object.keys(row).map((column) => `${column} = ?`);
  connection
    .statement(`UPDATE ${table} SET ${columns.join(', ')} WHERE number = ?`)
    .run(...Object.values(row), number);
}
