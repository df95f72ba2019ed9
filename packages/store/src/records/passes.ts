import { type MemoryRecord, passesFilter, type RecordFilter } from '@mneme/core/backend';
import type { Row } from '../rows/rows.ts';
import { fieldsIn } from './fields.ts';
import type { ListedRow } from './list-order.ts';
import { toRecord } from './record-row.ts';

/** Whether a row passes by all of a filter but its tags and facets, which are in the body. */
export function passesColumns(row: Row, { tags: _, where: __, ...filter }: RecordFilter): boolean {
  return row.family !== null && passesFilter(fieldsIn(row) as MemoryRecord, filter);
}

/** The rows that pass the whole filter, with their records. */
export function passing(rows: readonly Row[], filter: RecordFilter): ListedRow[] {
  return rows
    .filter(({ family }) => family !== null)
    .map((row) => ({ row, record: toRecord(row) as MemoryRecord }))
    .filter(({ record }) => passesFilter(record, filter));
}
