import type { SummedRows } from '../checksums/summed-rows.ts';
import type { Cell, Question, Row } from '../rows/rows.ts';
import type { Draft, ScopeWriter } from '../scopes/scope-writer.ts';
import { type Cut, cutIn, storeScope } from './chain.ts';

/** Lines that are removed in one write. */
const linesAtOnce = 10_000;

/**
 * Removes lines from before a time from the beginning of each chain, up to the first that is not from before it, and
 * leaves the hash of the last one in the scope's row. Returns how many.
 */
export async function cutAudit(
  { rows, writer }: { rows: SummedRows; writer: ScopeWriter },
  { before, at }: { before: string; at: string },
): Promise<number> {
  let removed = 0;
  const looked = new Set<string>();
  for (let last: Row | undefined; ; ) {
    const after = last && [last.written_at, last.number, last.scope];
    const [old = []] = await rows.unchecked.read(undefined, [
      {
        table: 'audit',
        index: 'by_time',
        is: [],
        ...(after && { after: after as Cell[] }),
        before: [before],
        limit: linesAtOnce,
        columns: ['written_at', 'number', 'scope'],
      },
    ]);
    last = old.at(-1);
    for (const scope of new Set(old.map((line) => line.scope as string))) {
      if (looked.has(scope)) continue;
      looked.add(scope);
      for (let cut = linesAtOnce; cut === linesAtOnce; removed += cut)
        cut = await cutChain(writer, scope, { before, at });
    }
    if (old.length < linesAtOnce) break;
  }
  if (removed > 0) await noteCut(writer, { lines: removed, at });
  return removed;
}

async function cutChain(
  writer: ScopeWriter,
  scope: string,
  { before, at }: { before: string; at: string },
): Promise<number> {
  const oldest: Question = {
    table: 'audit',
    is: [scope],
    limit: linesAtOnce,
    columns: ['number', 'written_at', 'hash'],
  };
  const cut = await writer.change(scope, {
    questions: [oldest],
    decide(draft) {
      const [lines = []] = draft.answers;
      const kept = lines.findIndex(
        (line) => line.written_at !== null && (line.written_at as string) >= before,
      );
      const old = kept < 0 ? lines : lines.slice(0, kept);
      const last = old.at(-1);
      if (last === undefined || draft.before.revision === 0) return undefined;
      draft.remove(
        'audit',
        old.map(({ number }) => [number as number]),
      );
      const known = cutIn({ cut: draft.before.cut });
      setCut(draft, {
        line: last.number as number,
        hash: last.hash as string,
        // The store's own row has the number of all lines.
        lines: (known?.lines ?? 0) + (scope === storeScope ? 0 : old.length),
        at,
      });
      return old.length;
    },
  });
  return cut ?? 0;
}

async function noteCut(
  writer: ScopeWriter,
  { lines, at }: Pick<Cut, 'lines' | 'at'>,
): Promise<void> {
  await writer.change(storeScope, {
    decide(draft) {
      const known = cutIn({ cut: draft.before.cut }) ?? { line: 0, hash: '', lines: 0 };
      setCut(draft, { ...known, lines: known.lines + lines, at });
      return true;
    },
  });
}

function setCut(draft: Draft, cut: Cut): void {
  draft.after.cut = JSON.stringify(cut);
}
