import type { StoreFault } from '@mneme/core/contract';
import { rowRange } from './row-numbers.ts';

/** Limits of one part of the check. */
export interface CheckRequest {
  /** Ids of the scope and of its stores, sorted. Absent: all. */
  partitions?: readonly number[];
  scope?: string;
  /** Where the previous part ended. */
  after: string;
  limit: number;
}

export interface CheckPart {
  faults: StoreFault[];
  checked: number;
  /** Where the next part starts. Absent: it is finished. */
  after?: string;
}

/** The next rows to check of one table, whose numbers are those of records and chunks. */
export function nextRows<Row extends { row: number }>(
  { partitions, after, limit }: CheckRequest,
  read: (first: bigint, last: bigint, limit: number) => Row[],
): { rows: Row[]; after?: string } {
  let behind = BigInt(after === '' ? -1 : after);
  for (;;) {
    const range = rangeBehind(partitions, behind);
    if (range === undefined) return { rows: [] };
    const rows = read(...range, limit);
    const last = rows.at(-1);
    if (last !== undefined && rows.length === limit) return { rows, after: String(last.row) };
    if (partitions === undefined) return { rows };
    if (rows.length > 0) return { rows, after: String(range[1]) };
    behind = range[1];
  }
}

function rangeBehind(
  partitions: readonly number[] | undefined,
  behind: bigint,
): [bigint, bigint] | undefined {
  if (partitions === undefined) return [behind + 1n, BigInt(Number.MAX_SAFE_INTEGER)];
  for (const partition of partitions) {
    const [first, last] = rowRange(partition);
    if (last > behind) return [behind < first ? first : behind + 1n, last];
  }
  return undefined;
}
