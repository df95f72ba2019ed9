import { parseArgs } from 'node:util';
import { defaultRankWeights } from '../../packages/core/src/ranking/rank-weights.ts';
import { mean, printTable } from '../frame.mjs';
import { ask } from './ask.mjs';
import { encoder, encoderOptions } from './encoders.mjs';
import { gather } from './gather.mjs';
import { costs, recalls } from './measure.mjs';
import { readSets, setOptions } from './read-set.mjs';

/**
 * The share of relevant memories among the first ten, on every set under --data: for users who append dialogue and
 * store statements, beside plain BM25. With --ablate, the loss without each part of the ranking, and its cost.
 */
export async function main(args) {
  const { values: options } = parseArgs({
    args,
    options: {
      ...setOptions,
      ...encoderOptions,
      ablate: { type: 'boolean', default: false },
      misses: { type: 'string', default: '0' },
    },
  });
  const embedder = encoder(options);
  const read = readSets(options);
  if (options.ablate) {
    const sets = [];
    for (const set of read) sets.push(await gather(set, embedder));
    ablate(sets);
  } else {
    const rows = [];
    for (const set of read) {
      const { bm25, at10, at5, any5, later, missed } = await ask(set, { embedder });
      const cells = [bm25, at10, at5, any5, later].map((value) => value?.toFixed(3) ?? '');
      rows.push([set.name, set.queries.length, ...cells]);
      console.error(set.name);
      for (const miss of missed.slice(0, Number(options.misses))) console.log(miss);
    }
    printTable(['set', 'queries', 'BM25', 'R@10', 'R@5', 'any@5', 'later first'], rows);
  }
}

/** The value of each part when it is switched off. */
const off = {
  ...{ window: 0, questions: 0, session: 0, sameTime: 0, crowding: 0, question: 0 },
  ...{ speaker: 0, queryAuthor: 0, aboutSpeaker: 0, aboutAuthor: 0, containsTime: 0 },
  ...{ time: 0, evidence: 0, importance: 0, neighbours: [], ofMessage: {} },
};

/**
 * R@10 of the ranking alone and its processor milliseconds for a query; then what is lost and saved without each part.
 */
function ablate(sets) {
  const start = defaultRankWeights;
  const bare = { ...start, ...off };
  const rows = [
    ['**whole**', start],
    ['words alone', { ...bare, dense: 0, denseOfConversation: 0 }],
    ['vectors alone', { ...bare, dense: 1, denseOfConversation: 1 }],
    ['both arms', bare],
  ].map(([label, weights]) => ({ label, weights }));
  const parts = [
    ['`denseOfConversation`', { ...start, denseOfConversation: start.dense }],
    ...Object.keys(off).map((key) => [`\`${key}\``, { ...start, [key]: off[key] }]),
  ].map(([label, weights]) => ({ label: `without ${label}`, weights, less: true }));
  const all = [...rows, ...parts];
  const ms = costs(
    sets,
    all.map(({ weights }) => weights),
  );
  const valuesOf = (weights) => {
    const values = sets.map((set) => mean(recalls(set, weights)));
    return [...values, mean(values)];
  };
  const whole = valuesOf(start);
  const cells = ({ weights, less }, index) => {
    const values = valuesOf(weights);
    return less
      ? [...values.map((value, at) => signed(value - whole[at])), signed(ms[index] - ms[0], 2)]
      : [...values.map((value) => value.toFixed(3)), ms[index].toFixed(2)];
  };
  printTable(
    ['R@10', ...sets.map(({ name }) => name), 'mean', 'ms'],
    all.map((row, index) => [row.label, ...cells(row, index)]),
  );
}

function signed(value, digits = 3) {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? '0' : value > 0 ? `+${text}` : text;
}
