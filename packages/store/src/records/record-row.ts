import { type AnyRecord, isMemory, type StoredRecord } from '@mneme/core/backend';
import { hashed } from '../hashed.ts';
import type { Row } from '../rows/rows.ts';
import { bodyOf, fieldCells, fieldColumnNames, fieldsIn } from './fields.ts';

/** What a row of `records` has that does not follow from its record alone. */
export interface RowState {
  number: number;
  changed: number;
  /** It was there before. */
  isEdit: boolean;
  pending: boolean;
  terms: string;
  length: number;
}

/**
 * Without its scope. Only memories are found by other columns than `id` and `number`, and only those that were not
 * superseded by their content key, external id and matter: these are compared with what is new.
 */
export function rowOf(
  { record, contentKey, matter }: StoredRecord,
  { number, changed, isEdit, pending, terms, length }: RowState,
): Row {
  const { session, sequence, externalId } = isMemory(record) ? record.source : {};
  const isCompared = isMemory(record) && record.supersededBy === undefined;
  const key = (text: string | undefined) =>
    isCompared && text !== undefined ? hashed(text) : null;
  return {
    ...fieldCells(record),
    number,
    changed,
    edited: isEdit ? changed : null,
    session: session ?? null,
    sequence: sequence ?? null,
    external_id: key(externalId),
    content_key: key(contentKey),
    matter: key(matter),
    length,
    terms,
    pending: pending ? 1 : null,
    body: bodyOf(record),
  };
}

/** Columns that {@link toRecord} needs. */
export const recordColumns: readonly string[] = ['number', ...fieldColumnNames, 'body'];

/** The record of a row, without what is known of its reads. */
export function toRecord(row: Row): AnyRecord {
  const record = JSON.parse(row.body as string) as AnyRecord;
  return addAccess(Object.assign(record, fieldsIn(row)), undefined);
}

/** Changes and returns the record. `access`: its row of `accesses`, if it was ever read. */
export function addAccess<Kept extends AnyRecord>(record: Kept, access: Row | undefined): Kept {
  record.accessCount = (access?.count as number | undefined) ?? 0;
  if (access?.last_at != null) record.lastAccessedAt = access.last_at as string;
  return record;
}
