import {
  type Document,
  type DocumentBackend,
  type DocumentSummary,
  MnemeError,
  type StoreInfo,
} from '@mneme/core/contract';
import type { Query } from '../connection.ts';

/** The context of a call. */
export type Asked<Name extends keyof DocumentBackend> = Parameters<DocumentBackend[Name]>[0];

/** A document store of one scope. */
export interface Place {
  scope: string;
  storeId: string;
}

export interface StoreRow {
  number: number;
  info: StoreInfo;
  changed_at: string;
}

export async function findStoreRow(
  query: Query,
  { scope, storeId }: Place,
): Promise<StoreRow | undefined> {
  const [row] = await query<StoreRow>(
    'SELECT number::float8, info, changed_at FROM stores WHERE scope = $1 AND id = $2',
    [scope, storeId],
  );
  return row;
}

export async function requireStore(query: Query, place: Place): Promise<StoreRow> {
  const row = await findStoreRow(query, place);
  if (row !== undefined) return row;
  throw new MnemeError('not_found', `there is no store ${place.storeId} in this scope`, {
    field: 'storeId',
  });
}

export interface DocumentRow {
  id: string;
  store: string;
  path: string;
  version_id: string;
  sha256: string;
  size_bytes: number;
  created_at: string;
  updated_at: string;
  last_read_at: string | null;
  content?: Buffer | null;
}

/** Of `documents d`. */
export const documentColumns =
  'd.id, d.store, d.path, d.version_id, d.sha256, d.size_bytes, d.created_at, d.updated_at, d.last_read_at';

/** The version with the text of `documents d`. */
export const joinContent =
  'JOIN versions v ON v.scope = d.scope AND v.store = d.store AND v.id = d.version_id';

export function toSummary(row: DocumentRow): DocumentSummary {
  return {
    id: row.id,
    storeId: row.store,
    path: row.path,
    contentSha256: row.sha256,
    contentSizeBytes: row.size_bytes,
    versionId: row.version_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function toDocument(row: DocumentRow): Document {
  const document = { ...toSummary(row), content: row.content?.toString() ?? '' };
  return row.last_read_at === null ? document : { ...document, lastReadAt: row.last_read_at };
}
