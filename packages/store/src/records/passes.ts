import { type MemoryRecord, passesFilter, type RecordFilter } from '@mneme/core/contract';
import type { Row } from '../rows/rows.ts';
import { fieldsIn } from './fields.ts';
import { toRecord } from './record-row.ts';

/** Whether a row passes by all of a filter but its tags and facets, which are in the body. */
export function passesColumns(row: Row, { tags: _, where: __, ...filter }: RecordFilter): boolean {
  return row.family !== null && passesFilter(fieldsIn(row) as MemoryRecord, filter);
}

/** Whether a row that passes by its columns passes by its tags and facets too. */
export function passesBody(row: Row, filter: RecordFilter): boolean {
  const { tags = [], where = [] } = filter;
  if (tags.length === 0 && where.length === 0) return true;
  return passesFilter(toRecord(row) as MemoryRecord, filter);
}
