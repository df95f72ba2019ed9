import type { ListRequest, MemoryRecord } from '@mneme/core/backend';
import type { RangeQuestion, Row } from '../rows/rows.ts';

/** The values by which a row stands in a list. */
export type PlaceInOrder = readonly (string | number)[];

/** How a list reads `records`. */
export interface ListReading {
  /** Ranges of an index that together contain the list. Facts and turns have one each. */
  ranges: Pick<RangeQuestion, 'index' | 'is' | 'after' | 'before'>[];
  /** The values by which a range is ordered. No two rows have the same. */
  placeOf(row: Row): PlaceInOrder;
  /** 1: ascending; -1: descending. */
  direction: 1 | -1;
}

/** A row that passes, with its record. */
export interface ListedRow {
  row: Row;
  record: MemoryRecord;
}

/** Columns by which each order is sorted. */
const columns = {
  newest: ['created_at', 'id'],
  importance: ['importance', 'created_at', 'id'],
  first: ['sequence', 'id'],
  last: ['sequence', 'id'],
} as const satisfies Record<ListRequest['order'], readonly string[]>;

/** Is behind every id. */
const behindIds = '\u{10FFFF}';

export function listReading({ scope, filter, order, turns }: ListRequest): ListReading {
  const placeOf = (row: Row) => columns[order].map((column) => row[column] as string | number);
  if (turns === undefined) {
    const { kinds = ['fact', 'episode'] } = filter;
    const index = order === 'importance' ? 'by_importance' : 'by_time';
    return { ranges: kinds.map((kind) => ({ index, is: [scope, kind] })), placeOf, direction: -1 };
  }
  const { session, from, to } = turns;
  const range = {
    ...{ index: 'by_turn', is: [scope, session] },
    ...(from !== undefined && { after: [from, ''] }),
    ...(to !== undefined && { before: [to, behindIds] }),
  };
  return { ranges: [range], placeOf, direction: order === 'first' ? 1 : -1 };
}

/** Whether a row is among the asked turns; true if none are asked for. */
export function isAmong({ session, sequence }: Row, turns: ListRequest['turns']): boolean {
  if (turns === undefined) return true;
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = turns;
  if (session !== turns.session || sequence === null) return false;
  return Number(sequence) >= from && Number(sequence) <= to;
}
