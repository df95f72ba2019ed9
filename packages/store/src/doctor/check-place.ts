import { comparePaths, type StoreFault } from '@mneme/core/contract';
import { storeScope } from '../audit/chain.ts';
import type { ReadableRows } from '../checksums/readable-rows.ts';
import { accountedTables } from '../checksums/scope-sums.ts';
import type { Cell, Question, Row, Rows } from '../rows/rows.ts';
import type { Meta } from '../scopes/meta.ts';

/** What a part of the check of one scope looks at. */
export interface CheckPlace {
  rows: ReadableRows;
  meta: Meta;
  /** The row of the scope. */
  state: Row;
  scope: string;
  /** Key behind the scope of the last row before, empty at the beginning. */
  after: readonly Cell[];
  limit: number;
}

/** A part of the check of one scope. `after`: where the next one goes on; absent: it is finished. */
export interface CheckedPart {
  faults: StoreFault[];
  checked: number;
  after?: Cell[] | undefined;
}

export type ScopeCheck = (place: CheckPlace) => Promise<CheckedPart>;

/** The next rows of a table in the order of its key. */
export function pageQuestion(table: string, { scope, after, limit }: CheckPlace): Question {
  return { table, is: [scope], ...(after.length > 0 && { after }), limit };
}

/** A part of a check that looks at each row of a page. */
export function partOf(
  table: string,
  page: readonly Row[],
  { place, faultsOf }: { place: CheckPlace; faultsOf: (row: Row) => StoreFault[] },
): CheckedPart {
  const last = page.length === place.limit ? page.at(-1) : undefined;
  const key = place.rows.sums.table(table).key.slice(1);
  return {
    faults: page.filter(({ unread }) => unread !== 1).flatMap(faultsOf),
    checked: page.length,
    after: last && key.map((column) => last[column] as Cell),
  };
}

/** Rows that were found, by the values of these columns. */
export function byCells(rows: readonly Row[] = [], ...columns: string[]): Map<string, Row[]> {
  return Map.groupBy(rows, (row) => cellsKey(columns.map((column) => row[column] as Cell)));
}

export const cellsKey = (cells: readonly Cell[]) => JSON.stringify(cells);

/** The first scope behind this one, in the order of the store, that has a row in any table. */
export async function nextScope(
  { unchecked }: ReadableRows,
  seal: Rows['seal'],
  after: string | undefined,
): Promise<string | undefined> {
  const answers = await unchecked.read(
    undefined,
    ['scopes', 'audit', ...accountedTables].map((table) => ({
      table,
      is: [],
      ...(after !== undefined && { after: [after] }),
      limit: 1,
      columns: ['scope'],
    })),
  );
  const names = answers.flat().map(({ scope }) => scope as string);
  const ordered: [order: string, name: string][] = [];
  for (const name of new Set(names))
    if (name !== storeScope) ordered.push([seal ? await seal.orderOf(name) : name, name]);
  const [first] = ordered.sort(([one], [other]) => comparePaths(one, other));
  return first?.[1];
}
