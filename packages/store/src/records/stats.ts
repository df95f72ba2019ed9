import {
  type BackendStats,
  comparePaths,
  type StoreEstimate,
  sumCounts,
} from '@mneme/core/backend';
import { assertWhole, wholeQuestions } from '../audit/scope-births.ts';
import { metaIn, metaQuestion } from '../scopes/meta.ts';
import type { RecordGround } from './ground.ts';
import { countedAt, countedColumns, recordCounts } from './record-counts.ts';

export async function scopes({ rows }: RecordGround): Promise<string[]> {
  const [found = [], ...whole] = await rows.read(undefined, [
    { table: 'scopes', is: [], columns: ['scope', 'epoch', 'records'] },
    ...wholeQuestions,
  ]);
  assertWhole(found, whole);
  return found
    .filter(({ records }) => (records as number) > 0)
    .map(({ scope }) => scope as string)
    .sort(comparePaths);
}

export async function stats(
  ground: RecordGround,
  scope: string | undefined,
  now: string,
): Promise<BackendStats> {
  const { rows } = ground;
  const [{ meta, counts }, bytes, remains] = await Promise.all([
    countsNow(ground, { scope, now }),
    // The size of the store depends on all scopes.
    scope === undefined ? rows.bytes?.() : undefined,
    rows.remains?.({ wait: false }),
  ]);
  return {
    ...counts,
    ...(bytes !== undefined && { bytes }),
    ...(meta.current && { embedder: meta.current.embedder }),
    ...(meta.next && { nextEmbedder: meta.next.embedder }),
    ...(remains?.pendingSince !== undefined && { pendingSince: remains.pendingSince }),
  };
}

/** Of expired records, an estimate looks at no more than this many. */
const mostExpiring = 10_000;

export async function estimate(ground: RecordGround, now: string): Promise<StoreEstimate> {
  const [{ counts }, bytes] = await Promise.all([
    countsNow(ground, { now, limit: mostExpiring }),
    ground.rows.bytes?.(),
  ]);
  const { current, superseded, expired } = counts;
  return { current, superseded, expired, ...(bytes !== undefined && { bytes }) };
}

/** From the counts of scopes, and the rows that have expired since. */
async function countsNow(
  { rows }: RecordGround,
  { scope, now, limit }: { scope?: string | undefined; now: string; limit?: number },
) {
  const time = Date.parse(now);
  const is = scope === undefined ? [] : [scope];
  const [known, states = [], expiring = [], ...whole] = await rows.read(scope, [
    metaQuestion,
    { table: 'scopes', is, columns: ['scope', 'epoch', 'counts'] },
    {
      ...{ table: 'records', index: 'by_expiry', is, columns: [...countedColumns, 'expires_at'] },
      ...(scope !== undefined && { before: [time + 1] }),
      ...(limit !== undefined && { limit }),
    },
    ...(scope === undefined ? wholeQuestions : []),
  ]);
  if (scope === undefined) assertWhole(states, whole);
  const expired = expiring.filter(({ expires_at }) => (expires_at as number) <= time);
  const counts = states.map((row) => recordCounts({ counts: row.counts as string }));
  return { meta: metaIn(known), counts: sumCounts(countedAt(counts, expired)) };
}
