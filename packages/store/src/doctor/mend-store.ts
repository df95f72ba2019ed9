import { beginCount } from '../audit/scope-births.ts';
import { examinedRows } from '../checksums/readable-rows.ts';
import type { SummedRows } from '../checksums/summed-rows.ts';
import type { Erasures } from '../erase/erasures.ts';
import type { Cell, Row } from '../rows/rows.ts';
import { lostKeyOf } from '../scopes/lost-key.ts';
import { metaIn, metaQuestion } from '../scopes/meta.ts';
import { scopeIn, scopeQuestion, scopeUnchanged } from '../scopes/scope-writer.ts';
import { nextScope } from './next-scope.ts';
import { mendCounts } from './scope-counts.ts';
import { checkedTables, checkRows, type ScopeFault } from './table-checks.ts';

const rowsAtOnce = 500;

/** Carries out what mends the faults that a check finds, and counts anew. */
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
  for (let scope = await nextScope(rows, undefined); scope !== undefined; ) {
    if ((await lostKeyOf(rows, scope)) === undefined) await mendScope(rows, scope);
    scope = await nextScope(rows, scope);
  }
}

/** Page by page, again if others wrote to the scope meanwhile. */
async function mendScope(given: SummedRows, scope: string): Promise<void> {
  const rows = examinedRows(given);
  for (const table of checkedTables)
    for (let after: readonly Cell[] | undefined = []; after !== undefined; ) {
      const questions = [scopeQuestion(scope), metaQuestion];
      const [[state] = [], meta] = await rows.unchecked.read(scope, questions);
      if (state === undefined || state.unread === 1) return;
      const place = { rows, meta: metaIn(meta), state, scope, after, limit: rowsAtOnce };
      const part = await checkRows(table, place);
      const change = joined(part.faults);
      const expect = scopeUnchanged(scope, scopeIn([state]));
      if (change === undefined || (await given.unchecked.write(scope, { expect, ...change })))
        after = part.after;
    }
  await mendCounts(rows, scope, given.unchecked);
}

/** All changes of a page. Undefined: there are none. */
function joined(faults: readonly ScopeFault[]) {
  const remove: Record<string, (readonly Cell[])[]> = {};
  const put: Record<string, Row[]> = {};
  for (const { change } of faults) {
    gather(remove, change?.remove);
    gather(put, change?.put);
  }
  return Object.keys({ ...remove, ...put }).length === 0 ? undefined : { remove, put };
}

function gather<Of>(all: Record<string, Of[]>, more: Readonly<Record<string, readonly Of[]>> = {}) {
  for (const [table, some] of Object.entries(more)) all[table] = [...(all[table] ?? []), ...some];
}
