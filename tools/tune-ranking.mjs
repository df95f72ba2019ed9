/**
 * Measures and tunes the ranking on evaluation sets, and says how far each fold agrees.
 *
 *   node tools/tune-ranking.mjs --data FOLDER [--sets a,b] [--embedder static] [--models FOLDER] [--weights '{"dense":0.5}']
 *     [--ablate]            each part switched off once: the loss in R@10, and the milliseconds a query it costs
 *     [--own-text 300]      how many of so many memories a set come first where they are asked for by their own text
 *     [--rounds 2]          coordinate descent over all sets
 *     [--folds]             with --rounds: each set left out once, then each half of the queries; measured on the rest
 *     [--cap N]             only N queries a set, evenly spread, for the search
 *
 * FOLDER holds one folder a set with memories.jsonl and queries.jsonl. Candidates are gathered once through the
 * ordinary backend; then only the pure ranking runs again. Vectors of an embedder other than `static` are kept in the
 * folder for temporary files, since a transformer takes long on a processor.
 */
import { parseArgs } from 'node:util';
import { defaultRankWeights } from '../packages/core/src/ranking/rank-weights.ts';
import { encoder } from './ranking/encoders.mjs';
import { gather } from './ranking/gather.mjs';
import { anySession, costs, recalls } from './ranking/measure.mjs';
import { askedByOwnText, firstPlaces } from './ranking/own-text.mjs';
import { descend, knobs, Measured } from './ranking/search-weights.mjs';
import { developmentSets, mean, readSet } from './ranking/sets.mjs';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    sets: { type: 'string', default: developmentSets.join(',') },
    embedder: { type: 'string', default: 'static' },
    models: { type: 'string' },
    rounds: { type: 'string', default: '0' },
    cap: { type: 'string', default: '1000000' },
    weights: { type: 'string', default: '{}' },
    folds: { type: 'boolean', default: false },
    'own-text': { type: 'string', default: '0' },
    ablate: { type: 'boolean', default: false },
  },
});

const sets = await gatherSets();
const start = { ...defaultRankWeights, ...JSON.parse(options.weights) };
const bare = {
  ...{
    window: 0,
    questions: 0,
    session: 0,
    crowding: 0,
    question: 0,
    speaker: 0,
    queryAuthor: 0,
    told: 0,
    toldOfAuthor: 0,
    tellsWhen: 0,
  },
  ...{ time: 0, evidence: 0, importance: 0, neighbours: [] },
};

const rows = [
  ['**whole**', start],
  ['keywords only', { ...start, ...bare, dense: 0, denseOfConversation: 0 }],
  ['vectors only', { ...start, ...bare, dense: 1, denseOfConversation: 1 }],
  ['both arms', { ...start, ...bare }],
];
const without = [
  ['denseOfConversation', { ...start, denseOfConversation: start.dense }],
  ...Object.keys(bare).map((key) => [key, { ...start, [key]: bare[key] }]),
];
table(rows, options.ablate ? without : []);
for (const set of sets) {
  if (set.queries.some(({ sessions }) => sessions.size > 0))
    console.log(
      `any@5 of a relevant turn's session, ${set.name}: ${anySession(set, start).toFixed(3)}`,
    );
}
await askByOwnText(Number(options['own-text']));
if (Number(options.rounds) > 0) search();

/** Every set, or what `change` makes of it, with what the backend finds for its queries. */
async function gatherSets(change = (set) => set) {
  const { embedder, save } = await encoder(options.embedder, options.models);
  const gathered = [];
  for (const name of options.sets.split(',')) {
    gathered.push(await gather(change(readSet(options.data, name)), embedder));
    save();
    console.error(`gathered ${name}: ${gathered.at(-1).queries.length} queries`);
  }
  return gathered;
}

async function askByOwnText(count) {
  if (count === 0) return;
  for (const set of await gatherSets((read) => askedByOwnText(read, { count }))) {
    const { asked, first, worst } = firstPlaces(set, start);
    console.log(`asked by their own text, ${set.name}: ${first} of ${asked} first, worst ${worst}`);
  }
}

/** R@10 of each set and processor milliseconds a query; then what is lost and saved without each part. */
function table(absolute, parts = []) {
  const all = [...absolute, ...parts].map(([label, weights]) => ({
    label,
    weights,
    values: sets.map((set) => mean(recalls(set, weights))),
  }));
  const ms = costs(
    sets,
    all.map(({ weights }) => weights),
  );
  console.log(`| R@10 | ${sets.map(({ name }) => name).join(' | ')} | mean | ms |`);
  console.log(`| --- |${' --- |'.repeat(sets.length + 2)}`);
  const [first] = all;
  for (const [index, { label, values }] of all.entries()) {
    const row = [...values, mean(values)];
    const whole = [...first.values, mean(first.values)];
    const text =
      index < absolute.length
        ? [...row.map((value) => value.toFixed(3)), ms[index].toFixed(2)]
        : [...row.map((value, at) => signed(value - whole[at])), signed(ms[index] - ms[0], 2)];
    console.log(`| ${index < absolute.length ? '' : 'without '}${label} | ${text.join(' | ')} |`);
  }
}

function signed(value, digits = 3) {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? '0' : value > 0 ? `+${text}` : text;
}

function search() {
  const capped = sets.map(({ name, queries }) => {
    const step = Math.max(1, queries.length / Number(options.cap));
    const places = Array.from({ length: Math.floor(queries.length / step) }, (_, at) => at * step);
    return { name, queries: places.map((place) => queries[Math.floor(place)]) };
  });
  const measured = new Measured();
  const rounds = Number(options.rounds);
  const descendOn = (some) => descend(some, { start, rounds, measured });
  const everything = descend(capped, { start, rounds, measured, progress: console.error });
  table([
    ['given', start],
    ['searched on all', everything],
  ]);
  console.log(`searched on all: ${JSON.stringify(everything)}`);
  if (!options.folds) return;
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
    const tuned = descendOn(capped.filter((_, at) => at !== index));
    tell(`without ${set.name}`, { tuned, on: 'on it', full: [set] });
  }
  for (const half of [0, 1]) {
    const part = (some, remainder) =>
      some.map(({ name, queries }) => ({
        name: `${name} ${remainder}`,
        queries: queries.filter((_, at) => at % 2 === remainder),
      }));
    const tuned = descendOn(part(capped, half));
    tell(`on half ${half + 1} of the queries`, {
      tuned,
      on: 'on the other half',
      full: part(sets, 1 - half),
    });
  }
  console.log('| weight | given | all | least | most |\n| --- | --- | --- | --- | --- |');
  for (const knob of knobs) {
    const values = found.map(knob.get);
    const row = [knob.get(start), knob.get(everything), Math.min(...values), Math.max(...values)];
    console.log(`| ${knob.name} | ${row.join(' | ')} |`);
  }
}
