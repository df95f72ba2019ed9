import { comparePaths } from '@mneme/core/backend';
import type { Cell, RangeQuestion, Row } from './rows.ts';

/** Answers a range from all rows that have its first values, in any order. */
export function rangeOf(
  rows: readonly Row[],
  { is, after, before, reverse = false, limit }: RangeQuestion,
  order: readonly string[],
): Row[] {
  const behind = (row: Row, bound: readonly Cell[]) =>
    compareCells(valuesOf(row, order.slice(is.length, is.length + bound.length)), bound);
  const found = rows
    .filter((row) => after === undefined || behind(row, after) > 0)
    .filter((row) => before === undefined || behind(row, before) < 0)
    .sort((one, other) => compareCells(valuesOf(one, order), valuesOf(other, order)));
  return (reverse ? found.reverse() : found).slice(0, limit);
}

const valuesOf = (row: Row, columns: readonly string[]) =>
  columns.map((column) => row[column] ?? null);

/** Texts by their UTF-8 bytes; if the first values are equal, the second ones decide. */
export function compareCells(one: readonly Cell[], other: readonly Cell[]): number {
  for (const [at, value] of one.entries()) {
    const against = other[at] ?? null;
    const order =
      typeof value === 'string' && typeof against === 'string'
        ? comparePaths(value, against)
        : Number(value) - Number(against);
    if (order !== 0) return order;
  }
  return 0;
}

/** Whether two cells have the same value; nothing is null. */
export function sameCell(one: Cell | undefined, other: Cell | undefined): boolean {
  if (one instanceof Uint8Array && other instanceof Uint8Array)
    return Buffer.compare(one, other) === 0;
  return (one ?? null) === (other ?? null);
}
