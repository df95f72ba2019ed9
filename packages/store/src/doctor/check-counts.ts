import type { StoreFault } from '@mneme/core/contract';
import { sumsIn } from '../checksums/scope-sums.ts';
import { recordCounts } from '../records/record-counts.ts';
import type { Row } from '../rows/rows.ts';
import type { ScopeCheck } from './check-place.ts';
import { type ScopeTotals, totalsOf } from './scope-totals.ts';

/** What the scope counts, and the sums of its rows. A scope that is written all the time is left out. */
export const checkCounts: ScopeCheck = async ({ rows, scope, state }) => {
  const faults: StoreFault[] = [];
  const add = (kind: StoreFault['kind'], problem: string, mend: StoreFault['mend']) =>
    faults.push({ kind, problem, scope, mend });
  if (!rows.sums.isIntact('scopes', state))
    add('counts', 'what the scope counts is not what was written', 'store');
  const totals = await totalsOf(rows, scope);
  if (totals === undefined) return { faults, checked: 1 };
  if (faults.length === 0 && !isRight(totals))
    add('counts', 'what the scope counts is not what is there', 'store');
  if (totals.twice.length > 0)
    add('structure', 'two memories or documents have the same number', 'none');
  return { faults, checked: 1 };
};

function isRight({ state, counted, stores, byStore, lastNumber }: ScopeTotals): boolean {
  const { sums, counts, ...numbers } = counted;
  const known = recordCounts({ counts: state.counts as string });
  return (
    Object.entries(numbers).every(([column, count]) => state[column] === count) &&
    lastNumber < (state.next_number as number) &&
    sameNumbers(sums, sumsIn(state)) &&
    sameCounts(known, counts) &&
    stores.every((row) => sameNumbers(byStore.get(row.id as string) ?? {}, usageIn(row)))
  );
}

const usageIn = ({ documents, bytes, chunks }: Row) => ({
  documents: documents as number,
  bytes: bytes as number,
  chunks: chunks as number,
});

/** A missing one is 0. */
function sameNumbers(
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): boolean {
  const names = [...Object.keys(one), ...Object.keys(other)];
  return names.every((name) => (one[name] ?? 0) === (other[name] ?? 0));
}

function sameCounts(
  one: Readonly<Record<string, readonly number[]>>,
  other: Readonly<Record<string, readonly number[]>>,
): boolean {
  const names = [...Object.keys(one), ...Object.keys(other)];
  return names.every((name) => `${one[name] ?? [0, 0]}` === `${other[name] ?? [0, 0]}`);
}
