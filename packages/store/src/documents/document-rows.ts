import {
  type DocumentKey,
  type DocumentSummary,
  type DocumentVersion,
  type InStore,
  MnemeError,
  type StoreInfo,
} from '@mneme/core/backend';
import { type ColumnsOf, cellsOf, objectOf } from '../columns.ts';
import type { Cell, LookUpQuestion, Row } from '../rows/rows.ts';

export function storeQuestion({ scope, storeId }: InStore): LookUpQuestion {
  return { table: 'stores', any: [[scope, storeId]] };
}

/** Rejects with `not_found` if the answer to {@link storeQuestion} is empty. */
export function requireStore([row]: readonly Row[] = [], { storeId }: InStore): Row {
  if (row !== undefined) return row;
  throw new MnemeError('not_found', `there is no store ${storeId} in this scope`, {
    field: 'storeId',
  });
}

export function toStore({ info }: Row): StoreInfo {
  return JSON.parse(info as string) as StoreInfo;
}

/** Live documents of these keys, in two questions. */
export function keyQuestions(
  { scope, storeId }: InStore,
  keys: readonly DocumentKey[],
): LookUpQuestion[] {
  const ids = keys.flatMap((key) => ('id' in key ? [[scope, storeId, key.id]] : []));
  const paths = keys.flatMap((key) => ('path' in key ? [[scope, storeId, key.path]] : []));
  return [
    { table: 'documents', any: ids },
    { table: 'documents', index: 'by_path', any: paths },
  ];
}

type SummaryFields = Omit<DocumentSummary, 'content' | 'lastReadAt'>;

const summaryColumns: ColumnsOf<SummaryFields> = {
  id: 'id',
  storeId: 'store',
  path: 'path',
  contentSha256: 'sha256',
  contentSizeBytes: 'size',
  versionId: 'version_id',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};

/** A row of `documents`, but for its scope. */
export function documentRow(
  document: DocumentSummary,
  { versionNumber, lastReadAt }: { versionNumber: number; lastReadAt: Cell },
): Row {
  return {
    ...cellsOf<SummaryFields>(summaryColumns, document),
    version_number: versionNumber,
    last_read_at: lastReadAt,
    used_at: later(document.updatedAt, lastReadAt),
  };
}

export function toSummary(row: Row): DocumentSummary {
  return objectOf<SummaryFields>(summaryColumns, row);
}

/** Of two times in ISO 8601; the second may be missing. */
export function later(one: string, other: Cell | undefined): string {
  return typeof other === 'string' && other > one ? other : one;
}

/** The content goes into a column of its own. */
export function versionRow(
  { content, ...version }: DocumentVersion,
  { number }: { number: number },
): Row {
  return {
    store: version.storeId,
    id: version.id,
    number,
    document: version.documentId,
    version: JSON.stringify(version),
    content: content === undefined ? null : Buffer.from(content),
  };
}

/** With its content if that column was read. */
export function toVersion({ version: json, content }: Row): DocumentVersion {
  const version = JSON.parse(json as string) as DocumentVersion;
  return content == null ? version : { ...version, content: textOf(content) };
}

export function sizeOf({ version }: Row): number {
  return (JSON.parse(version as string) as DocumentVersion).contentSizeBytes ?? 0;
}

/** Of a column of UTF-8. */
export function textOf(content: Cell): string {
  const { buffer, byteOffset, byteLength } = content as Uint8Array;
  return Buffer.from(buffer, byteOffset, byteLength).toString();
}
