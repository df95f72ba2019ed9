import { isMemory, type KeptRecord } from '@mneme/core/contract';
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
export function foundBy(record: KeptRecord): unknown[] {
  const { session, sequence, externalId } = record.source;
  return [
    record.version,
    isMemory(record) ? kindNumber(record.category) : 0,
    record.importance,
    Date.parse(record.createdAt),
    Date.parse(record.confirmedAt),
    Date.parse(record.occurredAt),
    timeOrNull(record.expiresAt),
    timeOrNull(record.validTo),
    record.supersededBy === undefined ? null : idKey(record.supersededBy),
    session ?? null,
    sequence ?? null,
    externalId ?? null,
  ];
}

export function timeOrNull(time: string | undefined): number | null {
  return time === undefined ? null : Date.parse(time);
}

/** Whether the columns match the record. */
export function isFoundAs(record: KeptRecord, row: FoundBy): boolean {
  const said = foundBy(record);
  return columns.every((column, at) => isSame(row[column], said[at]));
}

function isSame(one: unknown, other: unknown): boolean {
  // Drivers return bytes as different array classes.
  return one instanceof Uint8Array && other instanceof Uint8Array
    ? Buffer.compare(one, other) === 0
    : one === other;
}
