import { damaged, nameOf } from '../checksums/damaged.ts';
import type { SummedRows } from '../checksums/summed-rows.ts';
import type { Row } from '../rows/rows.ts';
import { cutIn, storeScope } from './chain.ts';

/** Lines of one chain that are looked for, and scopes whose chains are: more are left to the check of the audit. */
const most = 1000;

/**
 * Throws `damaged` if one of the newest lines is not among those that were found, although it was written: numbers of a
 * chain have no gaps. Lines that nobody can list, as notes of receipts, are looked up. `isAll`: the found lines are said to
 * be all, so each chain is followed to its beginning, and those of scopes without a line too.
 */
export async function assertNoneMissing(
  { unchecked, sums }: SummedRows,
  found: readonly Row[],
  { scope, isAll }: { scope: string | undefined; isAll: boolean },
): Promise<void> {
  const byScope = Map.groupBy(found, (line) => line.scope as string);
  const names = new Set(scope === undefined ? [...byScope.keys(), storeScope] : [scope]);
  const [named = [], others = []] = await unchecked.read(undefined, [
    { table: 'scopes', any: Array.from(names, (name) => [name]) },
    { table: 'scopes', is: [], limit: isAll && scope === undefined ? most : 0 },
  ]);
  const states = [...named, ...others.filter((state) => !names.has(state.scope as string))];
  for (const state of states)
    if (!sums.isIntact('scopes', state)) throw damaged(nameOf('scopes', state));
  const wanted = states.flatMap((state) => {
    if (state.erasing !== null) return [];
    const numbers = new Set(byScope.get(state.scope as string)?.map(({ number }) => number));
    const least = Math.min(...(numbers as Set<number>));
    const first = isAll ? firstOf(state) : Math.max(firstOf(state), least);
    const missing: [string, number][] = [];
    for (let at = state.lines as number; at >= first && missing.length < most; at--)
      if (!numbers.has(at)) missing.push([state.scope as string, at]);
    return missing;
  });
  if (wanted.length === 0) return;
  const [now = [], lines = []] = await unchecked.read(undefined, [
    { table: 'scopes', any: [...new Set(wanted.map(([name]) => name))].map((name) => [name]) },
    { table: 'audit', any: wanted },
  ]);
  const there = new Set(lines.map(({ scope, number }) => `${number} ${scope}`));
  const known = new Map(states.map((state) => [state.scope, state]));
  const stay = new Map(now.map((state) => [state.scope, state]));
  for (const line of lines) if (!sums.isIntact('audit', line)) throw damaged(nameOf('audit', line));
  for (const [name, number] of wanted) {
    const state = stay.get(name);
    // It was erased or cut meanwhile.
    if (state === undefined || state.erasing !== null || state.epoch !== known.get(name)?.epoch)
      continue;
    if (number >= firstOf(state) && !there.has(`${number} ${name}`))
      throw damaged(nameOf('audit', { scope: name, number }));
  }
}

const firstOf = (state: Row) => (cutIn(state)?.line ?? 0) + 1;
