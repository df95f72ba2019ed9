import type { Cell, Question, Row, RowPatch, Table, Tables } from '../rows/rows.ts';
import { limit, sumOf } from './sum-of.ts';

/** Columns that one checksum covers, beside its table and the row's key. */
export interface SumGroup {
  /** The column with the checksum. */
  sum: string;
  columns: readonly string[];
}

/** Counts that change without the rest of their row. */
const unsummed: Readonly<Record<string, readonly string[]>> = {
  meta: ['count', 'hashes'],
  documents: ['last_read_at', 'used_at'],
};
/** Their columns with such names are their own. */
const withOwnSums = ['segments'];
/** In each group of a table: what the groups of one row must agree about. */
const shared = ['number', 'changed'];

/**
 * The groups of a table. `body_sum` covers `body`, and `sum` all that no other one covers: so a read of some columns
 * need not read the largest ones to be checked.
 */
function groupsOf(name: string, { columns, key }: Table): SumGroup[] {
  if (withOwnSums.includes(name)) return [];
  const sums = Object.keys(columns).filter((column) => /(^|_)sum$/.test(column));
  const parts = sums.filter((sum) => sum !== 'sum');
  const partOf = (sum: string) => sum.slice(0, -'_sum'.length);
  const others = Object.keys(columns).filter(
    (column) =>
      ![...key, ...sums, ...parts.map(partOf), ...(unsummed[name] ?? [])].includes(column),
  );
  const common = shared.filter((column) => others.includes(column));
  return sums.map((sum) => ({
    sum,
    columns: sum === 'sum' ? others : [...common, partOf(sum)],
  }));
}

/** How some columns of a table are read and checked. */
export interface SummedColumns {
  /** What to ask for. Absent: all. */
  columns: readonly string[] | undefined;
  /** What covers them. */
  groups: readonly SumGroup[];
  /** Whether `columns` are more than what is wanted. */
  isMore: boolean;
}

/** The checksums of a set of tables. */
export class Sums {
  readonly #groups: ReadonlyMap<string, readonly SumGroup[]>;
  readonly #tables: Tables;
  /** By table and columns, of which there are as many as the store's code names. */
  readonly #read = new Map<string, SummedColumns>();

  constructor(tables: Tables) {
    this.#tables = tables;
    this.#groups = new Map(
      Object.entries(tables).map(([name, table]) => [name, groupsOf(name, table)]),
    );
  }

  groups(table: string): readonly SumGroup[] {
    return this.#groups.get(table) ?? [];
  }

  table(name: string): Table {
    return this.#tables[name] as Table;
  }

  /** Groups with one of these columns, as few as suffice; of all columns: all. */
  groupsWith(table: string, columns: readonly string[] | undefined): readonly SumGroup[] {
    const groups = this.groups(table);
    if (columns === undefined) return groups;
    const found: SumGroup[] = [];
    for (const column of columns) {
      const has = (group: SumGroup) => group.columns.includes(column);
      if (!found.some(has)) found.push(...groups.filter(has).slice(0, 1));
    }
    return found;
  }

  /** What to read, to check these columns. */
  columnsFor({ table, columns }: Pick<Question, 'table' | 'columns'>): SummedColumns {
    const shape = `${table} ${columns?.join()}`;
    let found = this.#read.get(shape);
    if (found === undefined) {
      const groups = this.groupsWith(table, columns);
      const needed = groups.flatMap((group) => [group.sum, ...group.columns]);
      const all = columns && [...new Set([...columns, ...this.table(table).key, ...needed])];
      found = { columns: all, groups, isMore: (all?.length ?? 0) > (columns?.length ?? 0) };
      this.#read.set(shape, found);
    }
    return found;
  }

  keyOf(table: string, row: Row): Cell[] {
    return this.table(table).key.map((column) => row[column] ?? null);
  }

  /** The checksum of a group, from 0 to 2^48 - 1. */
  sumOf(table: string, row: Row, { columns }: SumGroup): number {
    const cells: Cell[] = [table];
    for (const name of this.table(table).key) cells.push(row[name] ?? null);
    for (const name of columns) cells.push(row[name] ?? null);
    return sumOf(cells);
  }

  /** A whole row with its checksums. */
  withSums(table: string, row: Row): Row {
    const groups = this.groups(table);
    if (groups.length === 0) return row;
    return {
      ...row,
      ...Object.fromEntries(groups.map((group) => [group.sum, this.sumOf(table, row, group)])),
    };
  }

  /** Writes some columns of a row, with the checksums that cover them. */
  patchOf(table: string, row: Row, columns: readonly string[]): RowPatch {
    const covering = this.groups(table).filter((group) =>
      columns.some((column) => group.columns.includes(column)),
    );
    const written = [...columns, ...covering.map(({ sum }) => sum)];
    const set = Object.fromEntries(written.map((column) => [column, row[column] as Cell]));
    return { table, key: this.keyOf(table, row), set };
  }

  isIntact(table: string, row: Row, groups = this.groups(table)): boolean {
    return groups.every((group) => this.sumOf(table, row, group) === row[group.sum]);
  }

  /** One number for the row as it was written. A table without checksums has nothing but keys. */
  totalOf(table: string, row: Row): number {
    const groups = this.groups(table);
    if (groups.length === 0) return sumOf([table, ...this.keyOf(table, row)]);
    return groups.reduce((total, { sum }) => addSums(total, Number(row[sum])), 0);
  }
}

/** Modulo 2^48, so in any order. `times`: 1, or -1 to take away. */
export function addSums(one: number, other: number, times: 1 | -1 = 1): number {
  return (((one + times * other) % limit) + limit) % limit;
}
