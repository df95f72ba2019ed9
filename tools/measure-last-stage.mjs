/**
 * Measures an encoder as the last stage of the ranking: the cosine of query and text, for the best 30 of the bundled
 * encoder's ranking, beside the same model in the encoder's place.
 *
 *   node tools/measure-last-stage.mjs --data FOLDER --models FOLDER --model all-MiniLM-L6-v2 [--sets a,b] [--weights 0.5,1,1.5]
 *
 * FOLDERs as for `node lab/main.mjs recall-sets`.
 */
import { parseArgs } from 'node:util';
import { encoder } from '../lab/recall/encoders.mjs';
import { gather } from '../lab/recall/gather.mjs';
import { recalls } from '../lab/recall/measure.mjs';
import { mean, readSet } from '../lab/recall/read-set.mjs';
import { rank } from '../packages/core/src/ranking/rank.ts';
import { defaultRankWeights } from '../packages/core/src/ranking/rank-weights.ts';
import { addReranking } from '../packages/core/src/ranking/rerank.ts';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    models: { type: 'string' },
    model: { type: 'string', default: 'all-MiniLM-L6-v2' },
    sets: { type: 'string', default: 'locomo,realtalk,madial_en' },
    weights: { type: 'string', default: '0.5,1,1.5' },
    candidates: { type: 'string', default: '30' },
  },
});
const weights = options.weights.split(',').map(Number);
const table = await encoder('static');
const { embedder: reader, save } = await encoder(options.model, options.models);

console.log(
  `| R@10 | bundled table | ${options.model} as encoder | ${weights.map((weight) => `last stage ${weight}`).join(' | ')} |`,
);
console.log(`| --- |${' --- |'.repeat(weights.length + 2)}`);
for (const name of options.sets.split(',')) {
  const set = readSet(options.data, name);
  const ranked = await gather(set, table.embedder);
  const asEncoder = await gather(set, reader);
  save();
  const lastStages = [];
  for (const weight of weights) lastStages.push(mean(await recallsRead(ranked, weight)));
  const values = [
    mean(recalls(ranked, defaultRankWeights)),
    mean(recalls(asEncoder, defaultRankWeights)),
    ...lastStages,
  ];
  console.log(`| ${name} | ${values.map((value) => value.toFixed(3)).join(' | ')} |`);
}

/** R@10 of each query with the cosines of the reader as the last stage. */
async function recallsRead({ queries }, weight) {
  const found = [];
  for (const { request, relevant, wanted } of queries) {
    const ranked = rank(request);
    const best = ranked.slice(0, Number(options.candidates));
    const [query] = await reader.embed([request.query.text], { kind: 'query' });
    const texts = await reader.embed(
      best.map(({ record }) => record.content),
      { kind: 'passage' },
    );
    const scores = texts.map((text) => text.reduce((sum, value, at) => sum + value * query[at], 0));
    const read = addReranking(ranked, scores, { name: options.model, weight }).slice(0, 10);
    const hits = read.reduce((sum, { record }) => sum + (relevant.get(record.id) ?? 0), 0);
    found.push(hits / wanted);
  }
  return found;
}
