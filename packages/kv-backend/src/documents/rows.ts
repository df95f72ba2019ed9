import {
  actorOf,
  type DocumentActor,
  type DocumentSummary,
  type DocumentVersion,
  partsOfActor,
  type StoreInfo,
} from '@mneme/core/contract';
import { bounded } from '../store/bounded.ts';
import { intact } from '../store/damaged.ts';
import { intactValue, type SummedRow, summedColumns } from '../store/summed-rows.ts';

export interface StoreRow extends SummedRow<'document_stores'> {
  number: number;
  /** Time of the last write in it. */
  changed_at: string;
  partition: number;
  chunk_count: number;
  term_total: number;
  next_row: number;
}

export function toStore(row: StoreRow): StoreInfo {
  const store = intactValue('document_stores', row, `the store ${row.id}`);
  return { ...store, metadata: JSON.parse(store.metadata) as Record<string, string> };
}

export interface DocumentRow extends SummedRow<'documents'> {
  number: number;
  /** Row number of the version with the content. */
  version: number;
  last_read_at: string | null;
}

export function toSummary(row: DocumentRow, storeId: string): DocumentSummary {
  return { ...intactValue('documents', row, `the document ${row.id}`), storeId };
}

export interface VersionRow extends SummedRow<'document_versions'> {
  number: number;
  content?: string | null;
  checksum: string | null;
}

/** The columns of the table alias `v`, without the content. */
export const versionColumns = [
  'v.number',
  ...['checksum', 'row_sum', ...summedColumns('document_versions')].map((name) =>
    bounded(`v.${name}`),
  ),
].join(', ');

export function toVersion(row: VersionRow, storeId: string): DocumentVersion {
  const what = `the version ${row.id}`;
  const { actorType, actorId, redactorType, redactorId, ...value } = intactValue(
    'document_versions',
    row,
    what,
  );
  const version: DocumentVersion = { ...value, storeId };
  const createdBy = toActor(actorType, actorId);
  if (createdBy !== undefined) version.createdBy = createdBy;
  if (row.content !== undefined && (row.content !== null || row.sha256 !== null))
    version.content = intact(row, what);
  const redactedBy = toActor(redactorType, redactorId);
  if (redactedBy !== undefined) version.redactedBy = redactedBy;
  return version;
}

function toActor(type: string | undefined, id: string | undefined): DocumentActor | undefined {
  if (type === undefined || id === undefined) return undefined;
  return actorOf(type as DocumentActor['type'], id);
}

/** The two columns of an actor. */
export function fromActor(actor: DocumentActor | undefined): [string | null, string | null] {
  return actor === undefined ? [null, null] : partsOfActor(actor);
}
