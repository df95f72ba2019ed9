import { parseArgs } from 'node:util';
import { rank } from '../../packages/core/src/ranking/rank.ts';
import { defaultRankWeights } from '../../packages/core/src/ranking/rank-weights.ts';
import { addReranking } from '../../packages/core/src/ranking/rerank.ts';
import { mean, printTable } from '../frame.mjs';
import { encoder } from './encoders.mjs';
import { gather } from './gather.mjs';
import { recalls } from './measure.mjs';
import { readSets, setOptions } from './read-set.mjs';

/**
 * An encoder as the last stage of the ranking: the cosine of query and text, for the best 30 of the bundled encoder's
 * ranking, beside the same model as the encoder.
 */
export async function main(args) {
  const { values: options } = parseArgs({
    args,
    options: {
      ...setOptions,
      models: { type: 'string' },
      model: { type: 'string', default: 'all-MiniLM-L6-v2' },
      sets: { type: 'string', default: 'locomo,realtalk,madial_en' },
      weights: { type: 'string', default: '0.5,1,1.5' },
    },
  });
  const { models, model } = options;
  const weights = options.weights.split(',').map(Number);
  const table = encoder({ embedder: 'static' });
  const reader = encoder({ embedder: model, models });
  const rows = [];
  for (const set of readSets(options)) {
    const ranked = await gather(set, table);
    const values = [ranked, await gather(set, reader)].map((gathered) =>
      mean(recalls(gathered, defaultRankWeights)),
    );
    for (const weight of weights)
      values.push(mean(await recallsRead(ranked, { reader, name: model, weight })));
    rows.push([set.name, ...values.map((value) => value.toFixed(3))]);
  }
  const stages = weights.map((weight) => `last stage ${weight}`);
  printTable(['R@10', 'bundled table', `${model} as encoder`, ...stages], rows);
}

/** R@10 of each query with the reader's cosines as the last stage. */
async function recallsRead({ queries }, { reader, name, weight }) {
  const found = [];
  for (const { request, relevant, wanted } of queries) {
    const ranked = rank(request);
    const best = ranked.slice(0, 30);
    const [query] = await reader.embed([request.query.text], { kind: 'query' });
    const texts = await reader.embed(
      best.map(({ record }) => record.content),
      { kind: 'passage' },
    );
    const scores = texts.map((text) => text.reduce((sum, value, at) => sum + value * query[at], 0));
    const read = addReranking(ranked, scores, { name, weight }).slice(0, 10);
    found.push(read.reduce((sum, { record }) => sum + (relevant.get(record.id) ?? 0), 0) / wanted);
  }
  return found;
}
