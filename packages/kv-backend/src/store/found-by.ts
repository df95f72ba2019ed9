import { type AnyRecord, isMemory } from '@mneme/core/contract';
import { kindNumber } from '@mneme/core/index';
import { idKey } from './ids.ts';

/** The columns that {@link foundBy} fills. */
const columns = [
  'version',
  'kind',
  'importance',
  'created_at',
  'confirmed_at',
  'occurred_at',
  'expires_at',
  'valid_to',
  'superseded_by',
  'session',
  'sequence',
  'external_id',
] as const;

/** The columns of a row of `records`. */
export type FoundBy = Record<(typeof columns)[number], unknown>;

export const foundByColumns = columns.join(', ');

/** The fields of a record that are also columns of its row, for lists and filters. */
export type FoundFields = ReturnType<typeof foundFields>;

/** Times are milliseconds, and ids texts. */
export function foundFields(record: AnyRecord) {
  const { session, sequence, externalId } = record.source;
  const createdAt = Date.parse(record.createdAt);
  // Most records are as they were created.
  const timeOf = (time: string) => (time === record.createdAt ? createdAt : Date.parse(time));
  return {
    version: record.version,
    kind: isMemory(record) ? kindNumber(record.category) : 0,
    importance: record.importance as number,
    created_at: createdAt,
    confirmed_at: timeOf(record.confirmedAt),
    occurred_at: timeOf(record.occurredAt),
    expires_at: timeOrNull(record.expiresAt),
    valid_to: timeOrNull(record.validTo),
    superseded_by: record.supersededBy ?? null,
    session: session ?? null,
    sequence: sequence ?? null,
    external_id: externalId ?? null,
  } satisfies FoundBy;
}

/** What is written into the columns. */
export function foundBy(fields: FoundFields): unknown[] {
  const { superseded_by: id } = fields;
  const row: FoundBy = { ...fields, superseded_by: id === null ? null : idKey(id) };
  return columns.map((column) => row[column]);
}

function timeOrNull(time: string | undefined): number | null {
  return time === undefined ? null : Date.parse(time);
}

/** Whether the columns match the record. */
export function isFoundAs(record: AnyRecord, row: FoundBy): boolean {
  const said = foundBy(foundFields(record));
  return columns.every((column, at) => isSame(row[column], said[at]));
}

function isSame(one: unknown, other: unknown): boolean {
  // Drivers return bytes as different array classes.
  return one instanceof Uint8Array && other instanceof Uint8Array
    ? Buffer.compare(one, other) === 0
    : one === other;
}
