import { damaged } from '../checksums/damaged.ts';
import { sumOf } from '../checksums/sum-of.ts';
import type { Question, Row, RowPatch, Rows } from '../rows/rows.ts';
import { storeScope } from './chain.ts';

const key = ['scopes'];
/** Sums of that many bits stay exact for 500 million scopes. */
const hashLimit = 2 ** 24;

const hashOf = (scope: string, epoch: string) => sumOf(['scope', scope, epoch]) % hashLimit;

/**
 * How many scopes there are, and the sum of their hashes: so a scope whose rows are all gone is noticed. Additions to one
 * row, which writers of different scopes need not decide again.
 */
export interface ScopeCount {
  count: number;
  hashes: number;
}

export function countOf(states: readonly Row[]): ScopeCount {
  return {
    count: states.length,
    hashes: states.reduce(
      (sum, { scope, epoch }) => sum + hashOf(scope as string, epoch as string),
      0,
    ),
  };
}

/** Patches for a scope that is added (1) or removed (-1). */
export function countScope(scope: string, epoch: string, times: 1 | -1): RowPatch {
  const add = { count: times, hashes: times * hashOf(scope, epoch) };
  return { table: 'meta', key, add };
}

export const countQuestion = { table: 'meta', any: [key] };

/** Asks for the row that counts scopes, and for those that are being erased, which a list of all leaves out. */
export const wholeQuestions: readonly Question[] = [
  countQuestion,
  { table: 'scopes', index: 'by_erasing', is: [], columns: ['scope', 'epoch'], limit: 1_000_000 },
];

/** Throws `damaged` if a scope is missing among all. `answers`: to {@link wholeQuestions}, of the same moment. */
export function assertWhole(scopes: readonly Row[], answers: readonly (readonly Row[])[]): void {
  const [[counted] = [], erasing = []] = answers;
  const there = [...scopes, ...erasing].filter(({ scope }) => scope !== storeScope);
  const { count, hashes } = countOf(there);
  if (count !== (counted?.count ?? 0) || hashes !== (counted?.hashes ?? 0))
    throw damaged('the list of scopes, of which some are missing or were not written,');
}

/** Adds the row that counts scopes, if it is missing. */
export async function beginCount(rows: Rows): Promise<void> {
  const [known = []] = await rows.read(undefined, [countQuestion]);
  if (known.length > 0) return;
  await rows.write(undefined, {
    expect: [{ table: 'meta', key, column: 'version', value: undefined }],
    put: { meta: [{ key: 'scopes', version: 1, value: '', count: 0, hashes: 0 }] },
  });
}
