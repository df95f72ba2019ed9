import { parseArgs } from 'node:util';
import { defaultRankWeights } from '../../packages/core/src/ranking/rank-weights.ts';
import { mean, printTable } from '../frame.mjs';
import { encoder, encoderOptions } from './encoders.mjs';
import { gather } from './gather.mjs';
import { anySession, recalls } from './measure.mjs';
import { askedByOwnText, firstPlaces } from './own-text.mjs';
import { readSets, setOptions } from './read-set.mjs';
import { descend, knobs, measurer } from './search-weights.mjs';

/**
 * Coordinate descent over the weights of the ranking, on the sets under --data. --folds: each set left out once, then
 * each half of the queries, measured on the rest. --own-text N: how many of N memories of a set come first for their
 * own text.
 */
export async function main(args) {
  const { values: options } = parseArgs({
    args,
    options: {
      ...setOptions,
      ...encoderOptions,
      rounds: { type: 'string', default: '0' },
      folds: { type: 'boolean', default: false },
      'own-text': { type: 'string', default: '0' },
    },
  });
  const embedder = encoder(options);
  const read = readSets(options);
  const gatherAll = async (some) => {
    const gathered = [];
    for (const set of some) gathered.push(await gather(set, embedder));
    return gathered;
  };
  const sets = await gatherAll(read);
  for (const set of sets)
    if (set.queries.some(({ sessions }) => sessions.size > 0))
      console.log(
        `any@5 of a relevant turn's session, ${set.name}: ${anySession(set, defaultRankWeights).toFixed(3)}`,
      );
  const count = Number(options['own-text']);
  if (count > 0)
    for (const set of await gatherAll(read.map((each) => askedByOwnText(each, { count })))) {
      const { asked, first, worst } = firstPlaces(set, defaultRankWeights);
      console.log(
        `asked by their own text, ${set.name}: ${first} of ${asked} first, worst ${worst}`,
      );
    }
  const rounds = Number(options.rounds);
  if (rounds > 0) search(sets, { rounds, folds: options.folds });
}

function search(sets, { rounds, folds }) {
  const start = defaultRankWeights;
  const measure = measurer();
  const descendOn = (some) => descend(some, { start, rounds, measure });
  const everything = descend(sets, { start, rounds, measure, progress: console.error });
  const scores = (weights) => sets.map((set) => mean(recalls(set, weights)).toFixed(3));
  printTable(
    ['R@10', ...sets.map(({ name }) => name)],
    [
      ['given', ...scores(start)],
      ['searched on all', ...scores(everything)],
    ],
  );
  console.log(`searched on all: ${JSON.stringify(everything)}`);
  if (!folds) return;
  const found = [everything];
  const tell = (label, { tuned, on, full }) => {
    found.push(tuned);
    const [before, after] = [start, tuned].map((weights) =>
      mean(full.map((set) => mean(recalls(set, weights)))),
    );
    console.log(
      `${label}: ${on} ${before.toFixed(4)} with the weights given, ${after.toFixed(4)} with its own`,
    );
  };
  for (const [index, set] of sets.entries()) {
    const tuned = descendOn(sets.filter((_, at) => at !== index));
    tell(`without ${set.name}`, { tuned, on: 'on it', full: [set] });
  }
  for (const half of [0, 1]) {
    const part = (some, remainder) =>
      some.map(({ name, queries }) => ({
        name: `${name} ${remainder}`,
        queries: queries.filter((_, at) => at % 2 === remainder),
      }));
    const tuned = descendOn(part(sets, half));
    tell(`on half ${half + 1} of the queries`, {
      tuned,
      on: 'on the other half',
      full: part(sets, 1 - half),
    });
  }
  printTable(
    ['weight', 'given', 'all', 'least', 'most'],
    knobs.map(({ name, get }) => {
      const values = found.map(get);
      return [name, get(start), get(everything), Math.min(...values), Math.max(...values)];
    }),
  );
}
