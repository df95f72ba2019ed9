/**
 * Fits the tables of packages/language/src/extract: which parts of a turn state lasting facts, and the kind of a fact.
 */
import { extractedKinds } from '../../packages/language/src/extract/extracted-kinds.ts';
import { kindRow } from '../../packages/language/src/extract/facts-in.ts';
import { isShort } from '../../packages/language/src/extract/part-features.ts';
import { sumOfSparse, sumOfTrees } from '../../packages/language/src/trees/index.ts';
import { randomFrom } from '../../tools/random.mjs';
import { fitTrees } from '../trainer/boost.mjs';
import { thresholdFor, unseen } from '../trainer/folds.mjs';
import { fitLogistic } from '../trainer/logistic.mjs';
import { fitSparse } from '../trainer/sparse.mjs';
import { writtenLinear, writtenTrees } from '../trainer/tables.mjs';
import { factExamples } from './fact-examples.mjs';
import { groupOf, readData } from './read-data.mjs';

/**
 * Share of the turns without a fact from which something is learned. `made`: of the short ones by the author `d`, each
 * an idiom or a joke that looks like a fact, or by `f`; in real conversations those are rare.
 */
const caught = { short: 0.05, made: 0.15, long: 0.05 };
const isMade = ({ author, facts }) => 'df'.includes(author) && facts.length === 0;

/**
 * For one length of turns: a linear table over words and meaning, and trees over its out-of-fold results and simple
 * features.
 */
function fitLength(examples) {
  const size = examples.reduce((most, { row }) => Math.max(most, ...row.places), 0) + 1;
  const linear = (some) =>
    fitSparse(
      {
        rows: some.map(({ row }) => row),
        labels: some.map(({ label }) => label),
        weights: some.map(() => 1),
      },
      { size },
    );
  const sum = (table, { row }) => sumOfSparse(table, row);
  const sums = unseen(examples, { fit: linear, score: sum, groupOf: ({ index }) => index % 4 });
  const trees = fitTrees(
    {
      rows: examples.map(({ plain }, at) => [sums[at], ...plain]),
      labels: examples.map(({ label }) => label),
      weights: examples.map(() => 1),
    },
    {
      trees: 200,
      rate: 0.05,
      bins: 24,
      least: 4,
      strength: 2,
      directions: [1],
      share: 0.5,
      next: randomFrom(1),
    },
  );
  const tagger = linear(examples);
  return {
    tagger,
    trees,
    odds: (example) => sumOfTrees(trees, [sum(tagger, example), ...example.plain]),
  };
}

/**
 * Each length is fitted on its own turns; longer ones also use the short ones, but not those by `d`: with them a tenth
 * of the facts in longer turns is missed.
 */
export function fitFacts(examples) {
  const fits = {
    short: fitLength(examples.filter(({ turn }) => lengthOf(turn) === 'short')),
    long: fitLength(examples.filter(({ turn }) => turn.author !== 'd')),
  };
  return { fits, odds: (example) => fits[lengthOf(example.turn)].odds(example) };
}

const lengthOf = ({ content }) => (isShort(content) ? 'short' : 'long');

/** The score of each example in a fit without its fifth of the turns, or its author. */
export function unseenOdds(examples, by) {
  const order = new Map(
    [...new Set(examples.map(({ index }) => index))].map((index, at) => [index, at]),
  );
  const fifth = ({ index }) => (order.get(index) * 7919) % 5;
  const groups = { fifths: fifth, authors: ({ turn }) => turn.file };
  return unseen(examples, {
    fit: fitFacts,
    score: (fit, example) => fit.odds(example),
    groupOf: groups[by],
  });
}

/**
 * For each language, for short turns and for others: the minimum odds of a learned fact, so that few turns without a
 * fact give one.
 */
export function leastOdds(examples, odds, turns) {
  const most = new Map();
  for (const [at, { index }] of examples.entries())
    most.set(index, Math.max(most.get(index) ?? -99, odds[at]));
  const groups = Map.groupBy(turns.keys(), (index) => groupOf(turns[index]));
  return Object.fromEntries(
    [...groups].map(([group, indexes]) => {
      const traps = indexes.filter((index) => turns[index].facts.length === 0);
      const leastOfTraps = (some, kind) =>
        thresholdFor(
          some.map((index) => most.get(index) ?? -99),
          caught[kind],
        );
      const [made, natural] = [true, false].map((isOne) =>
        traps.filter((index) => isMade(turns[index]) === isOne),
      );
      const ofLength = (length) => natural.filter((index) => lengthOf(turns[index]) === length);
      const short = Math.max(
        leastOfTraps(ofLength('short'), 'short'),
        made.length === 0 ? -99 : leastOfTraps(made, 'made'),
      );
      const long = leastOfTraps(ofLength('long'), 'long');
      return [group, { short, long }];
    }),
  );
}

/** Those of one turn. */
export function leastOf(least, turn) {
  return least[groupOf(turn)][lengthOf(turn)];
}

/** Turns name their kind in the words of their authors. */
const kindNames = {
  health: 'health diet',
  answers: 'answers how-to-answer howto style answer_style',
  people: 'people family pet pets care kids love',
  identity: 'identity',
  home: 'home',
  work: 'work business farm farming shift study school skill',
  plan: 'plan travel friend_plan',
  project: 'project setup tech decision team',
  likes: 'likes like dislike hobby sport pref preference game music garden food',
  other: 'habit money finance possession gadget belief faith religion',
};
const kindOf = new Map(
  Object.entries(kindNames).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind]),
  ),
);

export function kindExamples(examples) {
  return examples.flatMap(({ turn, index, text, label }) => {
    const kind = kindOf.get(turn.kind.replace(/^fact-(?:chat-)?/, ''));
    return label === 1 && kind !== undefined ? [{ index, kind, row: kindRow(text) }] : [];
  });
}

const fittedKinds = Object.keys(extractedKinds).filter((kind) => kind !== 'name');

/** One linear table for each kind. */
export function fitKinds(examples) {
  const rows = examples.map(({ row }) => row);
  const weights = examples.map(() => 1);
  return Object.fromEntries(
    fittedKinds.map((kind) => {
      const labels = examples.map((example) => Number(example.kind === kind));
      return [kind, fitLogistic({ rows, labels, weights }, { strength: 0.01, rounds: 200 })];
    }),
  );
}

/** What packages/language/src/extract/fact-tables.json has. */
export function factTables() {
  const turns = readData('turns');
  const examples = factExamples(turns);
  const least = leastOdds(examples, unseenOdds(examples, 'fifths'), turns);
  const { fits } = fitFacts(examples);
  const kinds = fitKinds(kindExamples(examples));
  const rounded = ({ short, long }) => ({
    short: Number(short.toFixed(3)),
    long: Number(long.toFixed(3)),
  });
  return {
    least: mapped(least, rounded),
    facts: mapped(fits, ({ tagger, trees }) => ({
      tagger: writtenLinear(tagger),
      trees: writtenTrees(trees),
    })),
    kinds: mapped(kinds, writtenLinear),
  };
}

function mapped(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}
