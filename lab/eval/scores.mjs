/** How well rankings and blocks answer queries. All scores are 0..1. */
import { mean } from '../frame.mjs';

const cutoffs = [1, 5, 10, 20];

/** The measures, in the order of reports. */
export const metrics = [
  ...['R', 'any', 'all'].flatMap((name) => cutoffs.map((k) => `${name}@${k}`)),
  ...['MRR', 'nDCG@10'],
];

/**
 * The scores of one query with relevant ids. `R@k`: the share of the relevant ids in the top k. `any@k`: 1 if at least
 * one is there; `all@k`: 1 if all are. `MRR`: one over the rank of the first. `nDCG@10`: binary gains, the ideal has
 * min(relevant, 10) hits at the top. An id that is ranked twice counts once, at its first place.
 */
export function scoreRanking(relevant, ranked) {
  const wanted = new Set(relevant);
  const hits = [...new Set(ranked)].map((id) => wanted.has(id));
  const scores = {};
  for (const k of cutoffs) {
    const found = hits.slice(0, k).filter(Boolean).length;
    scores[`R@${k}`] = found / wanted.size;
    scores[`any@${k}`] = Number(found > 0);
    scores[`all@${k}`] = Number(found === wanted.size);
  }
  const first = hits.indexOf(true);
  scores.MRR = first < 0 ? 0 : 1 / (first + 1);
  const gain = (top) =>
    top.reduce((sum, isHit, rank) => sum + (isHit ? 1 / Math.log2(rank + 2) : 0), 0);
  const ideal = new Array(Math.min(wanted.size, 10)).fill(true);
  scores['nDCG@10'] = gain(hits.slice(0, 10)) / gain(ideal);
  return scores;
}

/** The means `overall`, without queries of excluded types, and by type: a query without one has the type `-`. */
export function scoreTable(scored, exclude) {
  const row = (some) => ({ n: some.length, ...means(some, metrics) });
  const types = [...Map.groupBy(scored, ({ type }) => type)].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    overall: row(scored.filter(({ type }) => !exclude.includes(type))),
    types: Object.fromEntries(types.map(([type, some]) => [type, row(some)])),
  };
}

/**
 * What each block held, as means over its queries. `any`: the share of queries with any relevant memory in the block;
 * `evidence`: the share of the relevant memories that is there; `noiseTokens`: tokens of memories that are not relevant;
 * `silent`, if there are queries of an excluded type: the share of these without a memory in the block.
 */
export function blockScores(measured) {
  return [...Map.groupBy(measured, ({ tokenBudget }) => tokenBudget)].map(([tokenBudget, some]) => {
    const excluded = some.filter(({ silent }) => silent !== undefined);
    const blocks = some.filter(({ silent }) => silent === undefined);
    return {
      ...{ tokenBudget, n: blocks.length },
      ...means(blocks, ['any', 'evidence', 'tokens', 'noiseTokens']),
      ...(excluded.length > 0 && means(excluded, ['silent'])),
    };
  });
}

function means(some, names) {
  return Object.fromEntries(names.map((name) => [name, mean(some.map((each) => each[name]))]));
}
