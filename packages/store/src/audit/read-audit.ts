import type { AuditEntry } from '@mneme/core/backend';
import { damaged, nameOf } from '../checksums/damaged.ts';
import type { SummedRows } from '../checksums/summed-rows.ts';
import type { Question, Row } from '../rows/rows.ts';
import { lostKeyOf } from '../scopes/lost-key.ts';
import { assertNoneMissing } from './lines-missing.ts';

/** Entries by time, newest first; at the same time the last written first. Of one scope, or of all. */
export async function readAudit(
  { rows }: { rows: SummedRows },
  { scope, limit }: { scope?: string; limit: number },
): Promise<AuditEntry[]> {
  const { unchecked, sums } = rows;
  const newest = { table: 'audit', reverse: true, limit } as const;
  let lines: Row[] = [];
  if (scope !== undefined) {
    const [[state] = [], own = [], about = []] = await unchecked.read(undefined, [
      { table: 'scopes', any: [[scope]], columns: ['erasing'] },
      { ...newest, index: 'by_scope', is: [scope] },
      { ...newest, index: 'by_about', is: [scope] },
    ]);
    // Lines about a scope are from before its own, because its erasure has removed those.
    lines = [...(state?.erasing == null ? own : []), ...about].sort(byTime).slice(0, limit);
  } else {
    const erasing: Question = { table: 'scopes', index: 'by_erasing', is: [], columns: ['scope'] };
    for (let more = true; more && lines.length < limit; ) {
      const last = lines.at(-1);
      const [gone = [], page = []] = await unchecked.read(undefined, [
        erasing,
        {
          ...newest,
          index: 'by_time',
          is: [],
          lenient: true,
          ...(last && { before: [last.at, last.number, last.scope] as string[] }),
        },
      ]);
      const erased = new Set(gone.map((row) => row.scope));
      lines.push(...page.filter((line) => !erased.has(line.scope as string)));
      more = page.length === limit && lines.at(-1) !== last;
    }
  }
  const isAll = lines.length < limit;
  lines = lines.slice(0, limit);
  const lost = await lostScopes(rows, lines);
  const readable = lines.filter((line) => !lost.has(line.scope));
  for (const line of readable)
    if (!sums.isIntact('audit', line)) throw damaged(nameOf('audit', line));
  await assertNoneMissing(rows, lines, { scope, isAll });
  return readable.map((line) => JSON.parse(line.entry as string) as AuditEntry);
}

/** A lost key of one scope does not hide the lines of others. */
async function lostScopes(rows: SummedRows, lines: readonly Row[]): Promise<ReadonlySet<unknown>> {
  const lost = new Set<unknown>();
  const closed = new Set(lines.flatMap(({ scope, entry }) => (entry === null ? [scope] : [])));
  for (const scope of closed)
    if ((await lostKeyOf(rows, scope as string, ['audit'])) !== undefined) lost.add(scope);
  return lost;
}

/** Stable, so of equal times the first given is first. */
function byTime({ at: one }: Row, { at: other }: Row): number {
  if (one === other) return 0;
  return String(one) < String(other) ? 1 : -1;
}
