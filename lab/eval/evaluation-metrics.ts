/** Cut-offs of the tables. */
export const cutoffs = [1, 5, 10, 20] as const;

/** The name of a measure of retrieval. */
export type Metric = `${'R' | 'any' | 'all'}@${(typeof cutoffs)[number]}` | 'MRR' | 'nDCG@10';

/** A value for each measure, 0..1. */
export type Scores = Record<Metric, number>;

/** The measures, in the order of reports. */
export const metrics: readonly Metric[] = [
  ...cutoffs.map((k) => `R@${k}` as const),
  ...cutoffs.map((k) => `any@${k}` as const),
  ...cutoffs.map((k) => `all@${k}` as const),
  'MRR',
  'nDCG@10',
];

/**
 * How well one ranking answers one query. `R@k`: the share of the relevant ids in the top k. `any@k`: 1 if at least one
 * is there; `all@k`: 1 if all are. `MRR`: one over the rank of the first. `nDCG@10`: binary gains, the ideal has
 * min(relevant, 10) hits at the top. An id that is ranked twice counts once, at its first place.
 */
export function scoreRanking(relevant: readonly string[], ranked: readonly string[]): Scores {
  const wanted = new Set(relevant);
  if (wanted.size === 0) throw new RangeError('A query without relevant ids has no score.');
  const hits = [...new Set(ranked)].map((id) => wanted.has(id));
  const scores: Partial<Scores> = {};
  for (const k of cutoffs) {
    const found = hits.slice(0, k).filter(Boolean).length;
    scores[`R@${k}`] = found / wanted.size;
    scores[`any@${k}`] = found > 0 ? 1 : 0;
    scores[`all@${k}`] = found === wanted.size ? 1 : 0;
  }
  const first = hits.indexOf(true);
  scores.MRR = first < 0 ? 0 : 1 / (first + 1);
  const gain = (count: number, isHit: (rank: number) => boolean | undefined) =>
    Array.from({ length: count }, (_, rank) => (isHit(rank) ? 1 / Math.log2(rank + 2) : 0)).reduce(
      (sum, value) => sum + value,
      0,
    );
  scores['nDCG@10'] = gain(10, (rank) => hits[rank]) / gain(Math.min(wanted.size, 10), () => true);
  return scores as Scores;
}

/** The mean of each metric over queries (macro average). Without any query every mean is 0. */
export function averageScores(all: readonly Scores[]): Scores {
  const mean = (metric: Metric) =>
    all.length === 0 ? 0 : all.reduce((sum, scores) => sum + scores[metric], 0) / all.length;
  return Object.fromEntries(metrics.map((metric) => [metric, mean(metric)])) as Scores;
}

/** Scores of all queries, and of each kind of query. */
export interface ScoreTable {
  /** Over all queries except those of the excluded types. */
  overall: Scores & { n: number };
  /** By type, sorted by name, including excluded ones; a query without a type has type `-`. */
  types: Record<string, Scores & { n: number }>;
}

/** Types that are not in the averages by default. */
export const defaultExclude: readonly string[] = ['adversarial'];

/** Averages over all queries and by type. */
export function scoreTable(
  scored: readonly { type?: string; scores: Scores }[],
  { exclude = defaultExclude }: { exclude?: readonly string[] } = {},
): ScoreTable {
  const groups = new Map<string, Scores[]>();
  for (const { type, scores } of scored) {
    const group = groups.get(type ?? '-');
    if (group === undefined) groups.set(type ?? '-', [scores]);
    else group.push(scores);
  }
  const row = (all: readonly Scores[]) => ({ n: all.length, ...averageScores(all) });
  const counted = scored.filter(({ type }) => !exclude.includes(type ?? '-'));
  return {
    overall: row(counted.map(({ scores }) => scores)),
    types: Object.fromEntries(
      [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([type, all]) => [type, row(all)]),
    ),
  };
}
