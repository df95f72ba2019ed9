import { beginCount } from '../audit/scope-births.ts';
import { examinedRows } from '../checksums/readable-rows.ts';
import { addSums } from '../checksums/sum-groups.ts';
import type { SummedRows } from '../checksums/summed-rows.ts';
import type { Erasures } from '../erase/erasures.ts';
import type { Batch, Cell, Row } from '../rows/rows.ts';
import { lostKeyOf } from '../scopes/lost-key.ts';
import { scopeIn, scopeQuestion, scopeUnchanged } from '../scopes/scope-writer.ts';
import { byCells, cellsKey, nextScope } from './check-place.ts';
import { facetsFor, ownersOf, sameFacets } from './check-records.ts';
import { type ScopeTotals, totalsOf } from './scope-totals.ts';

const rowsAtOnce = 500;

/** Rebuilds facets and counts from records and documents, without what belongs to nothing. */
export async function mendStore({
  rows,
  erasures,
}: {
  rows: SummedRows;
  erasures: Erasures;
}): Promise<void> {
  await rows.mend?.();
  await beginCount(rows);
  await erasures.finishAll();
  for (let scope = await nextScope(rows, rows.seal, undefined); scope !== undefined; ) {
    if ((await lostKeyOf(rows, scope)) === undefined) await mendScope(rows, scope);
    scope = await nextScope(rows, rows.seal, scope);
  }
}

async function mendScope(rows: SummedRows, scope: string): Promise<void> {
  await mendTable(rows, scope, { table: 'records', batchOf: facetsOfRecords });
  await mendTable(rows, scope, { table: 'facets', batchOf: withoutOwner(['records']) });
  await mendTable(rows, scope, { table: 'chunks', batchOf: withoutDocument });
  await mendTable(rows, scope, {
    table: 'vectors',
    batchOf: withoutOwner(['records', 'chunks']),
  });
  await mendCounts(rows, scope);
}

type BatchOf = (page: readonly Row[], at: MendPlace) => Promise<Batch>;

interface MendPlace {
  rows: SummedRows;
  scope: string;
  table: string;
}

/** Page by page, again if others wrote to the scope meanwhile. Counts follow at the end. */
async function mendTable(
  rows: SummedRows,
  scope: string,
  { table, batchOf }: { table: string; batchOf: BatchOf },
): Promise<void> {
  const { unchecked, sums } = rows;
  const readable = examinedRows(rows).unchecked;
  const key = sums.table(table).key.slice(1);
  for (let after: Row | undefined; ; ) {
    const last = after;
    const [state = [], page = []] = await readable.read(scope, [
      scopeQuestion(scope),
      {
        ...{ table, is: [scope], limit: rowsAtOnce },
        ...(last && { after: key.map((column) => last[column] as Cell) }),
      },
    ]);
    if (state.length === 0) return;
    const batch = await batchOf(page, { rows, scope, table });
    const changes = [...Object.values(batch.remove ?? {}), ...Object.values(batch.put ?? {})];
    const expect = scopeUnchanged(scope, scopeIn(state));
    if (
      changes.some(({ length }) => length > 0) &&
      !(await unchecked.write(scope, { expect, ...batch }))
    )
      continue;
    after = page.at(-1);
    if (page.length < rowsAtOnce) return;
  }
}

/** Facets of damaged records stay, because nothing tells what they were. */
const facetsOfRecords: BatchOf = async (page, { rows, scope }) => {
  const intact = page.filter((row) => rows.sums.isIntact('records', row));
  const any = intact.map(({ number }) => [scope, number as Cell]);
  const [stored = []] = await examinedRows(rows).unchecked.read(scope, [{ table: 'facets', any }]);
  const known = byCells(stored, 'number');
  const wrong = intact.filter(
    (row) => !sameFacets(row, known.get(cellsKey([row.number as Cell])) ?? []),
  );
  return {
    remove: { facets: wrong.map(({ number }) => [scope, number as Cell]) },
    put: {
      facets: wrong.flatMap((row) =>
        facetsFor(row).map((facet): Row => ({ scope, number: row.number as Cell, facet })),
      ),
    },
  };
};

/** Rows whose number nothing in these tables has. */
const withoutOwner =
  (tables: readonly ('records' | 'chunks')[]): BatchOf =>
  async (page, { rows, scope, table }) => {
    const owners = await ownersOf(page, { rows, scope }, tables);
    const gone = page.filter(({ number }) => !owners.has(number as number));
    // All facets of a number go, also one that cannot be opened.
    const columns = table === 'facets' ? 2 : undefined;
    return {
      remove: { [table]: gone.map((row) => rows.sums.keyOf(table, row).slice(0, columns)) },
    };
  };

const withoutDocument: BatchOf = async (page, { rows, scope }) => {
  const places = page.map((row): Cell[] => [scope, row.store as Cell, row.document as Cell]);
  const [found = []] = await examinedRows(rows).unchecked.read(scope, [
    { table: 'documents', any: places, columns: ['store', 'id'] },
  ]);
  const known = byCells(found, 'store', 'id');
  const gone = page.filter(
    (row) => !known.has(cellsKey([row.store as Cell, row.document as Cell])),
  );
  return { remove: { chunks: gone.map(({ number }) => [scope, number as Cell]) } };
};

async function mendCounts(rows: SummedRows, scope: string): Promise<void> {
  for (let written = false; !written; ) {
    const before = await totalsOf(rows, scope);
    if (before === undefined) {
      const [state = []] = await examinedRows(rows).unchecked.read(scope, [scopeQuestion(scope)]);
      if (state.length === 0 || scopeIn(state).erasing !== null) return;
      continue;
    }
    const state = scopeIn([before.state]);
    written = await rows.unchecked.write(scope, {
      expect: scopeUnchanged(scope, state),
      put: countedRows(rows, scope, before),
    });
  }
}

/** Damaged rows of document stores stay as they are. */
function countedRows(
  { sums }: SummedRows,
  scope: string,
  { state, stores, counted, byStore, lastNumber, lastRevision }: ScopeTotals,
): NonNullable<Batch['put']> {
  const mended = stores.flatMap((row) => {
    const usage = byStore.get(row.id as string) ?? { documents: 0, bytes: 0, chunks: 0 };
    const isRight = Object.entries(usage).every(([column, count]) => row[column] === count);
    return isRight || !sums.isIntact('stores', row) ? [] : [{ row, usage }];
  });
  const put = mended.map(({ row, usage }) => sums.withSums('stores', { ...row, ...usage }));
  const totals = { ...counted.sums };
  for (const [at, { row }] of mended.entries()) {
    const change = addSums(sums.totalOf('stores', put[at] as Row), sums.totalOf('stores', row), -1);
    totals.stores = addSums(totals.stores ?? 0, change);
  }
  const { records, documents, bytes } = counted;
  const next = {
    ...{ ...state, scope, records, documents, bytes },
    counts: JSON.stringify(counted.counts),
    sums: JSON.stringify(totals),
    next_number: Math.max(Number(state.next_number), lastNumber + 1),
    revision: Math.max(Number(state.revision), lastRevision) + 1,
  };
  return { stores: put, scopes: [sums.withSums('scopes', next)] };
}
