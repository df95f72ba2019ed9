import type { DocumentVersion } from '@mneme/core/backend';
import type { ReadableRows } from '../checksums/readable-rows.ts';
import { accountedTables, sumsIn } from '../checksums/scope-sums.ts';
import { addSums, type Sums } from '../checksums/sum-groups.ts';
import {
  addToCounts,
  countedColumns,
  type RecordCounts,
  recordCounts,
} from '../records/record-counts.ts';
import type { Cell, Row, Rows } from '../rows/rows.ts';
import { scopeIn, scopeQuestion, scopeUnchanged } from '../scopes/scope-writer.ts';
import type { CheckedPart, CheckPlace, ScopeFault } from './table-checks.ts';

/** What the row of a scope and those of its document stores count, counted anew. */
interface ScopeTotals {
  /** The row of the scope when it was counted. */
  state: Row;
  stores: Row[];
  counted: {
    records: number;
    counts: RecordCounts;
    documents: number;
    bytes: number;
    sums: Record<string, number>;
  };
  byStore: Map<string, StoreUsage>;
  /** Of any row with a number. */
  lastNumber: number;
  /** Of any row with a revision. */
  lastRevision: number;
  /** Two rows have the same number. */
  twice: boolean;
}

type StoreUsage = Record<'documents' | 'bytes' | 'chunks', number>;

const rowsAtOnce = 2000;
const needed: Readonly<Record<string, readonly string[]>> = {
  records: ['number', 'changed', ...countedColumns],
  stores: ['number', 'documents', 'bytes', 'chunks'],
  versions: ['number', 'version'],
  chunks: ['changed', 'store'],
};

/** What the scope counts, and the sums of its rows. A scope that is written all the time is left out. */
export async function checkCounts({ rows, scope, state }: CheckPlace): Promise<CheckedPart> {
  const faults: ScopeFault[] = [];
  const isIntact = rows.sums.isIntact('scopes', state);
  const totals = await totalsOf(rows, scope);
  const counts = (problem: string) => faults.push({ kind: 'counts', problem, mend: 'store' });
  if (!isIntact) counts('what the scope counts is not what was written');
  else if (totals !== undefined && !isRight(totals, rows.sums))
    counts('what the scope counts is not what is there');
  if (totals?.twice)
    faults.push({
      kind: 'structure',
      problem: 'two memories or documents have the same number',
      mend: 'none',
    });
  return { faults, checked: 1 };
}

/** Counts anew, until nobody writes meanwhile. */
export async function mendCounts(
  { unchecked: readable, sums }: ReadableRows,
  scope: string,
  unchecked: Rows,
): Promise<void> {
  for (let written = false; !written; ) {
    const totals = await totalsOf({ unchecked: readable, sums }, scope);
    if (totals === undefined) {
      const [[state] = []] = await readable.read(scope, [scopeQuestion(scope)]);
      if (!isCounted(state)) return;
      continue;
    }
    const { stores, state } = rightRows(totals, sums);
    const next = {
      ...state,
      revision: Math.max(Number(state.revision), totals.lastRevision) + 1,
    };
    written = await unchecked.write(scope, {
      expect: scopeUnchanged(scope, scopeIn([totals.state])),
      put: { stores, scopes: [sums.withSums('scopes', next)] },
    });
  }
}

function isRight(totals: ScopeTotals, sums: Sums): boolean {
  const { state, stores } = rightRows(totals, sums);
  return stores.length === 0 && JSON.stringify(state) === JSON.stringify(totals.state);
}

/** The row of the scope, and those of document stores that count wrong. Damaged rows of these stay as they are. */
function rightRows(
  { state, stores, counted, byStore, lastNumber }: ScopeTotals,
  sums: Sums,
): { state: Row; stores: Row[] } {
  const totals = { ...counted.sums };
  const mended = stores.flatMap((row) => {
    const usage = byStore.get(row.id as string) ?? noUsage;
    const isRight = Object.entries(usage).every(([column, count]) => row[column] === count);
    if (isRight || !sums.isIntact('stores', row)) return [];
    const next = sums.withSums('stores', { ...row, ...usage });
    const change = addSums(sums.totalOf('stores', next), sums.totalOf('stores', row), -1);
    totals.stores = addSums(totals.stores ?? 0, change);
    return [next];
  });
  const { records, documents, bytes, counts } = counted;
  const known = { counts: recordCounts({ counts: state.counts as string }), sums: sumsIn(state) };
  return {
    state: {
      ...state,
      ...{ records, documents, bytes },
      counts: isSame(known.counts, counts) ? (state.counts as Cell) : JSON.stringify(counts),
      sums: isSame(known.sums, totals) ? (state.sums as Cell) : JSON.stringify(totals),
      next_number: Math.max(Number(state.next_number), lastNumber + 1),
    },
    stores: mended,
  };
}

const noUsage: StoreUsage = { documents: 0, bytes: 0, chunks: 0 };

/** Whether these are the same numbers, or pairs of numbers, by name. A missing one is 0. */
function isSame(one: object, other: object): boolean {
  const known = (of: object) =>
    JSON.stringify(
      Object.entries(of)
        .filter(([, numbers]) => !/^0(,0)?$/.test(String(numbers)))
        .sort(),
    );
  return known(one) === known(other);
}

/** Whether it is there, can be read, and is not being erased. */
const isCounted = (state: Row | undefined): state is Row =>
  state !== undefined && state.unread !== 1 && state.erasing === null;

/** Counts all rows of a scope. Undefined: it was written meanwhile, or is not there. */
async function totalsOf(
  { unchecked, sums }: ReadableRows,
  scope: string,
): Promise<ScopeTotals | undefined> {
  const [[state] = []] = await unchecked.read(scope, [scopeQuestion(scope)]);
  if (!isCounted(state)) return undefined;
  const totals: ScopeTotals = {
    ...{ state, stores: [], byStore: new Map(), lastNumber: 0, lastRevision: 0, twice: false },
    counted: { records: 0, counts: {}, documents: 0, bytes: 0, sums: {} },
  };
  const numbers = new Set<Cell>();
  for (const table of accountedTables) {
    const { key } = sums.table(table);
    const columns = [...key, ...(needed[table] ?? []), ...sums.groups(table).map(({ sum }) => sum)];
    for (let after: Cell[] | undefined, isLast = false; !isLast; ) {
      const [page = []] = await unchecked.read(scope, [
        {
          ...{ table, is: [scope], limit: rowsAtOnce },
          ...(table === 'stores' ? {} : { columns: [...new Set(columns)] }),
          ...(after && { after }),
        },
      ]);
      for (const row of page) {
        const known = totals.counted.sums[table] ?? 0;
        totals.counted.sums[table] = addSums(known, sums.totalOf(table, row));
        countRow(totals, table, row);
        if (table === 'facets' || table === 'vectors' || row.number === undefined) continue;
        totals.twice ||= numbers.has(row.number);
        numbers.add(row.number);
        totals.lastNumber = Math.max(totals.lastNumber, row.number as number);
      }
      const last = page.at(-1);
      after = last && sums.keyOf(table, last).slice(1);
      isLast = page.length < rowsAtOnce;
    }
  }
  const [[now] = []] = await unchecked.read(scope, [scopeQuestion(scope)]);
  return now?.revision === state.revision && now?.epoch === state.epoch ? totals : undefined;
}

function countRow(totals: ScopeTotals, table: string, row: Row): void {
  const { counted, byStore } = totals;
  const addToStore = (what: keyof StoreUsage, by: number) => {
    const id = row.store as string;
    const known = byStore.get(id) ?? noUsage;
    byStore.set(id, { ...known, [what]: known[what] + by });
  };
  if (typeof row.changed === 'number')
    totals.lastRevision = Math.max(totals.lastRevision, row.changed);
  if (table === 'records') {
    counted.records += Number(row.kind !== null);
    addToCounts(counted.counts, row, 1);
  }
  if (table === 'stores') totals.stores.push(row);
  if (table === 'chunks') addToStore('chunks', 1);
  if (table === 'documents') {
    counted.documents += 1;
    addToStore('documents', 1);
  }
  if (table === 'versions') {
    const { contentSizeBytes = 0 } = versionIn(row);
    counted.bytes += contentSizeBytes;
    addToStore('bytes', contentSizeBytes);
  }
}

/** A damaged one counts nothing. */
function versionIn(row: Row): Partial<DocumentVersion> {
  try {
    return JSON.parse((row.version as string | null) ?? '{}') as DocumentVersion;
  } catch {
    return {};
  }
}
