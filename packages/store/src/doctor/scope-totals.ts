import type { DocumentVersion } from '@mneme/core/contract';
import type { ReadableRows } from '../checksums/readable-rows.ts';
import { accountedTables } from '../checksums/scope-sums.ts';
import { addSums } from '../checksums/sum-groups.ts';
import { addToCounts, countedColumns, type RecordCounts } from '../records/record-counts.ts';
import type { Cell, Row } from '../rows/rows.ts';
import { scopeQuestion } from '../scopes/scope-writer.ts';

/** What the row of a scope and those of its document stores count, counted anew. */
export interface ScopeTotals {
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
  byStore: Map<string, { documents: number; bytes: number; chunks: number }>;
  /** Of any row with a number. */
  lastNumber: number;
  /** Of any row with a revision. */
  lastRevision: number;
  /** Numbers that two rows have. */
  twice: number[];
}

const rowsAtOnce = 2000;
const needed: Readonly<Record<string, readonly string[]>> = {
  records: ['number', 'changed', ...countedColumns],
  stores: ['number', 'documents', 'bytes', 'chunks'],
  versions: ['number', 'version'],
  chunks: ['changed', 'store'],
};

/** Counts all rows of a scope. Undefined: it was written meanwhile, or is not there. */
export async function totalsOf(
  { unchecked, sums }: ReadableRows,
  scope: string,
): Promise<ScopeTotals | undefined> {
  const [[state] = []] = await unchecked.read(scope, [scopeQuestion(scope)]);
  if (state === undefined || state.erasing !== null) return undefined;
  const totals: ScopeTotals = {
    ...{ state, stores: [], byStore: new Map(), lastNumber: 0, lastRevision: 0, twice: [] },
    counted: { records: 0, counts: {}, documents: 0, bytes: 0, sums: {} },
  };
  const numbers = new Set<Cell>();
  for (const table of accountedTables) {
    const { key } = sums.table(table);
    const columns = [...key, ...(needed[table] ?? []), ...sums.groups(table).map(({ sum }) => sum)];
    for (let after: Row | undefined; ; ) {
      const last = after;
      const [page = []] = await unchecked.read(scope, [
        {
          ...{ table, is: [scope], limit: rowsAtOnce },
          ...(table === 'stores' ? {} : { columns: [...new Set(columns)] }),
          ...(last && { after: key.slice(1).map((column) => last[column] as Cell) }),
        },
      ]);
      for (const row of page) {
        totals.counted.sums[table] = addSums(
          totals.counted.sums[table] ?? 0,
          sums.totalOf(table, row),
        );
        countRow(totals, table, row);
        if (table === 'facets' || table === 'vectors' || row.number === undefined) continue;
        if (numbers.has(row.number)) totals.twice.push(row.number as number);
        numbers.add(row.number);
        totals.lastNumber = Math.max(totals.lastNumber, row.number as number);
      }
      after = page.at(-1);
      if (page.length < rowsAtOnce) break;
    }
  }
  const [[now] = []] = await unchecked.read(scope, [scopeQuestion(scope)]);
  return now?.revision === state.revision && now?.epoch === state.epoch ? totals : undefined;
}

function countRow(totals: ScopeTotals, table: string, row: Row): void {
  const { counted } = totals;
  const ofStore = () => {
    const id = row.store as string;
    const known = totals.byStore.get(id) ?? { documents: 0, bytes: 0, chunks: 0 };
    totals.byStore.set(id, known);
    return known;
  };
  if (typeof row.changed === 'number')
    totals.lastRevision = Math.max(totals.lastRevision, row.changed);
  if (table === 'records') {
    counted.records += Number(row.kind !== null);
    addToCounts(counted.counts, row, 1);
  }
  if (table === 'stores') totals.stores.push(row);
  if (table === 'chunks') ofStore().chunks += 1;
  if (table === 'documents') {
    counted.documents += 1;
    ofStore().documents += 1;
  }
  if (table === 'versions') {
    const { contentSizeBytes = 0 } = versionIn(row);
    counted.bytes += contentSizeBytes;
    ofStore().bytes += contentSizeBytes;
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
