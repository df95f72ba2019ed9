import type { Store } from './store.ts';

/** Lines that are removed in one transaction. */
const cutAtOnce = 10_000;

/** Removes audit lines from before a time. There is no chain, so nothing of them stays. */
export async function cutAudit(
  { connection }: Store,
  { before }: { before: string },
): Promise<number> {
  const cut = () =>
    connection.write({ everyScope: true }, async (query) => {
      const [row] = await query<{ count: number }>(
        `WITH gone AS (DELETE FROM audit WHERE number IN
           (SELECT number FROM audit WHERE at < $1 ORDER BY at, number LIMIT ${cutAtOnce}) RETURNING 1)
         SELECT count(*)::integer FROM gone`,
        [before],
      );
      return row?.count ?? 0;
    });
  let lines = 0;
  for (let removed = 1; removed > 0; lines += removed) removed = await cut();
  return lines;
}
