import { damaged, nameOf } from '../checksums/damaged.ts';
import { isAccounted, sumsIn } from '../checksums/scope-sums.ts';
import { addSums } from '../checksums/sum-groups.ts';
import type { SummedRows } from '../checksums/summed-rows.ts';
import { sameCell } from '../rows/order.ts';
import type { Batch, Cell, Row, RowExpectation } from '../rows/rows.ts';
import { otherMove } from './moving.ts';

/** Tables with rows of a scope that a move copies. Segments are made again. */
const copiedTables = [
  ...(['records', 'facets', 'vectors', 'stores', 'documents', 'versions', 'chunks'] as const),
  ...(['accesses', 'removals', 'audit'] as const),
];

/** Rows whose keys and checksums are compared at once. */
const comparedAtOnce = 1000;
/** Whole rows that are written at once. A version has a whole document. */
const written = (table: string) => (table === 'versions' ? 20 : 250);

/** What one pass over all rows of a scope found. */
export interface CopyPass {
  /** Rows that were written or removed in the copy. */
  changed: number;
  /** The sums of the rows of each table, of the source and of the copy. */
  sums: Record<string, { source: number; copy: number }>;
}

interface Copy {
  scope: string;
  from: SummedRows;
  to: SummedRows;
  /** The space of current vectors in both; the others are left behind. */
  spaces: { from: number | undefined; to: number | undefined };
  /** The copy is still that of this move. */
  expect: readonly RowExpectation[];
  /** Called between two writes. */
  onStep(rows: number): void | Promise<void>;
}

/**
 * Makes the copy of a scope equal to it: compares keys and checksums of each row, and copies or removes what differs. So
 * it continues a pass that was interrupted, and a pass that changes nothing proves that both are equal. Each copied row
 * is compared with its checksums. Throws `conflict` if the copy belongs to another move.
 */
export async function copyRows(copy: Copy): Promise<CopyPass> {
  const pass: CopyPass = { changed: 0, sums: {} };
  for (const table of copiedTables) {
    const { changed, source } = await copyTable(table, copy);
    const { removed, total } = await removeOthers(table, copy);
    // Reads are counted without waiting for anybody.
    if (table !== 'accesses') pass.changed += changed + removed;
    if (isAccounted(table)) pass.sums[table] = { source, copy: total };
  }
  return pass;
}

/** Throws `damaged` if a scope has lost rows, or its copy is not what it has. `state`: its row. */
export function assertEqual(scope: string, { sums }: CopyPass, state: Row): void {
  for (const [table, { source, copy }] of Object.entries(sums)) {
    if (source !== (sumsIn(state)[table] ?? 0))
      throw damaged(`the scope ${scope}, of which ${table} are missing or older than written,`);
    // Of vectors only those of the current space are copied, perhaps with another number.
    if (table !== 'vectors' && copy !== source)
      throw damaged(`the copy of the scope ${scope}, of which ${table} differ,`);
  }
}

async function copyTable(table: string, copy: Copy): Promise<{ changed: number; source: number }> {
  const { scope, from, to } = copy;
  const { sums } = from;
  const columns = comparedColumns(table, copy);
  let [changed, source] = [0, 0];
  for await (const page of pagesOf(table, columns, { scope, rows: from })) {
    for (const row of page) source = addSums(source, sums.totalOf(table, row));
    const wanted = page.filter((row) => isCopied(table, row, copy));
    const keys = wanted.map((row) => sums.keyOf(table, toCopy(table, row, copy)));
    const [known = []] = await to.unchecked.read(scope, [{ table, any: keys, columns }]);
    const there = new Map(known.map((row) => [named(sums.keyOf(table, row)), row]));
    const differing = wanted.filter((row) => {
      const mapped = toCopy(table, row, copy);
      const stored = there.get(named(sums.keyOf(table, mapped)));
      const isSame = (name: string) => sameCell(stored?.[name] as Cell, mapped[name] as Cell);
      return (
        stored === undefined ||
        !columns.every((name) => (isMapped(table, copy) && isSum(name)) || isSame(name))
      );
    });
    const atOnce = written(table);
    for (let at = 0; at < differing.length; at += atOnce) {
      const any = differing.slice(at, at + atOnce).map((row) => sums.keyOf(table, row));
      const [rows = []] = await from.unchecked.read(scope, [{ table, any }]);
      for (const row of rows) if (!sums.isIntact(table, row)) throw damaged(nameOf(table, row));
      const put = rows.map((row) => sums.withSums(table, toCopy(table, row, copy)));
      await write(copy, { put: { [table]: put } });
      changed += rows.length;
      await copy.onStep(rows.length);
    }
    await copy.onStep(0);
  }
  return { changed, source };
}

/** Removes rows from the copy that the source has no longer. */
async function removeOthers(
  table: string,
  copy: Copy,
): Promise<{ removed: number; total: number }> {
  const { scope, from, to } = copy;
  const { sums } = from;
  const columns = [...sums.table(table).key, ...sums.groups(table).map(({ sum }) => sum)];
  let [removed, total] = [0, 0];
  for await (const page of pagesOf(table, columns, { scope, rows: to })) {
    const keys = page.map((row) => sums.keyOf(table, toSource(table, row, copy)));
    const [found = []] = await from.unchecked.read(scope, [
      { table, any: keys, columns: sums.table(table).key },
    ]);
    const there = new Set(found.map((row) => named(sums.keyOf(table, toCopy(table, row, copy)))));
    const gone: Cell[][] = [];
    for (const row of page) {
      const key = sums.keyOf(table, row);
      if (!there.has(named(key))) gone.push(key);
      else total = addSums(total, sums.totalOf(table, row));
    }
    if (gone.length > 0) await write(copy, { remove: { [table]: gone } });
    removed += gone.length;
    await copy.onStep(0);
  }
  return { removed, total };
}

async function write({ scope, to, expect }: Copy, batch: Batch): Promise<void> {
  if (await to.unchecked.write(scope, { expect, ...batch })) return;
  throw otherMove(scope);
}

/** Keys and checksums of a table of a scope, page by page, with what no checksum covers. */
async function* pagesOf(
  table: string,
  columns: readonly string[],
  { scope, rows: { unchecked, sums } }: { scope: string; rows: SummedRows },
): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ; ) {
    const after = last && sums.keyOf(table, last).slice(1);
    const [page = []] = await unchecked.read(scope, [
      { table, is: [scope], ...(after && { after }), limit: comparedAtOnce, columns },
    ]);
    yield page;
    last = page.at(-1);
    if (page.length < comparedAtOnce) return;
  }
}

/** What no checksum covers, with the checksums. Of vectors in a space with another number, those would differ. */
function comparedColumns(table: string, copy: Copy): string[] {
  const { sums } = copy.from;
  const all = Object.keys(sums.table(table).columns);
  if (isMapped(table, copy)) return all;
  const covered = new Set(sums.groups(table).flatMap((group) => group.columns));
  return all.filter((name) => !covered.has(name));
}

const isSum = (column: string) => /(^|_)sum$/.test(column);
const isMapped = (table: string, { spaces }: Copy) =>
  table === 'vectors' && spaces.from !== spaces.to;
const isCopied = (table: string, row: Row, { spaces }: Copy) =>
  table !== 'vectors' || row.space === spaces.from;

/** A row as it is in the copy. */
function toCopy(table: string, row: Row, copy: Copy): Row {
  return isMapped(table, copy) ? { ...row, space: copy.spaces.to as number } : row;
}

function toSource(table: string, row: Row, copy: Copy): Row {
  return isMapped(table, copy) ? { ...row, space: copy.spaces.from ?? 0 } : row;
}

const named = (key: readonly Cell[]) => JSON.stringify(key);
