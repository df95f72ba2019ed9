/** Fits the tables of packages/language/src/claims/judge-pair.ts. */
import { pairOf } from '../../packages/language/src/claims/pair-features.ts';
import { readStatement } from '../../packages/language/src/claims/read-statement.ts';
import { wordingBuckets } from '../../packages/language/src/claims/wording.ts';
import { sumOfLinear, sumOfSparse, sumOfTrees } from '../../packages/language/src/trees/index.ts';
import { randomFrom } from '../../tools/random.mjs';
import { fitTrees } from '../trainer/boost.mjs';
import { thresholdFor, unseen } from '../trainer/folds.mjs';
import { fitMeaning } from '../trainer/logistic.mjs';
import { fitSparse } from '../trainer/sparse.mjs';
import { framePairs } from './frame-pairs.mjs';
import { inScopes, nearPairs } from './near-pairs.mjs';
import { readData } from './read-data.mjs';

/** The share of distinct pairs that may be linked wrongly: of all, and of those by authors other than us. */
const linkedWrongly = 0.08;
/**
 * The share of stores of true facts that may be linked in a scope of one person. About a third of the linked ones were
 * written for another pair, but are about the same matter.
 */
const contestsWrongly = 0.07;
/**
 * Pairs of neighbours in a scope are many, and some are about one matter by chance: with 0.4 a twentieth fewer updates
 * are found.
 */
const nearWeight = 0.2;
/** Pairs made from frames are many too, with few wordings. */
const frameWeight = 0.4;
/** Authors who wrote for this lab after the first figures were known. */
export const ours = ['c', 'd', 'e', 'g'];

const treeSettings = { rate: 0.04, bins: 24, least: 3, strength: 5, share: 0.25 };

const isLinked = ({ relation }) => (relation === 'distinct' ? 0 : 1);
const isChanged = ({ relation }) => (relation === 'same' ? 0 : 1);
/** Updates are the hardest to find. */
const weightOf = ({ relation, near, style }) =>
  near ? nearWeight : style === 'frame' ? frameWeight : relation === 'update' ? 1.3 : 1;

/** All pairs of the data, and near statements in scopes made from the data. */
export function readExamples() {
  const pairs = inScopes(readData('pairs'));
  const turns = inScopes(statedTurns(readData('turns')));
  return withFeatures([...pairs, ...nearPairs(pairs), ...nearPairs(turns), ...framePairs()]);
}

/**
 * The turns of files that say each fact as a sentence. In the others the facts of many people are only `words`: `I live
 * in Oslo` and `I live in Bergen` are not two facts of one person.
 */
function statedTurns(turns) {
  const stated = new Set(
    turns.filter(({ facts }) => facts.some(({ fact }) => fact)).map(({ file }) => file),
  );
  return turns.filter(({ file }) => stated.has(file));
}

/** Pairs of the data, with their features. */
function withFeatures(pairs) {
  return pairs.map((pair) => ({
    ...pair,
    ...pairOf(readStatement(pair.older), readStatement(pair.newer)),
  }));
}

export const wordingFit = {
  fit: (pairs) =>
    fitSparse(
      {
        rows: pairs.map(({ wording }) => wording.traits),
        labels: pairs.map(isLinked),
        weights: pairs.map(weightOf),
      },
      { size: wordingBuckets, rounds: 10, strength: 1e-3 },
    ),
  score: (table, { wording }) => sumOfSparse(table, wording.traits),
};

export const meaningFit = {
  fit: (pairs) =>
    fitMeaning(
      {
        rows: pairs.map(({ wording }) => wording.meaning),
        labels: pairs.map(isLinked),
        weights: pairs.map(weightOf),
      },
      { strength: 0.02, rounds: 80 },
    ),
  score: (table, { wording }) => sumOfLinear(table, wording.meaning),
};

/** Input of the trees: the features, and the results of linear tables that have not seen the pair. */
function stacked(pairs) {
  const [wording, meaning] = [wordingFit, meaningFit].map((fit) =>
    unseen(pairs, { ...fit, groupOf: ({ fold }) => fold }),
  );
  return pairs.map(({ features }, place) => [...features, wording[place], meaning[place]]);
}

export const pairFit = {
  fit(all) {
    const pairs = all.filter(({ near, teaches }) => !near || teaches);
    const rows = stacked(pairs);
    const trees = (labelOf, places, count) =>
      fitTrees(
        {
          rows: places.map((place) => rows[place]),
          labels: places.map((place) => labelOf(pairs[place])),
          weights: places.map((place) => weightOf(pairs[place])),
        },
        { ...treeSettings, trees: count, next: randomFrom(7) },
      );
    const places = [...pairs.keys()];
    return {
      wording: wordingFit.fit(pairs),
      meaning: meaningFit.fit(pairs),
      linked: trees(isLinked, places, 900),
      changed: trees(
        isChanged,
        places.filter((place) => isLinked(pairs[place]) === 1),
        250,
      ),
    };
  },
  score({ wording, meaning, linked, changed }, pair) {
    const row = [
      ...pair.features,
      wordingFit.score(wording, pair),
      meaningFit.score(meaning, pair),
    ];
    return { linked: sumOfTrees(linked, row), changed: sumOfTrees(changed, row) };
  },
};

/**
 * For each script: the sum from which on two statements are linked, from out-of-fold scores. All distinct pairs, those
 * by others, and the stores of a scope each have a limit.
 */
export function thresholdsOf(examples, scores) {
  const scored = examples.map((pair, place) => ({ ...pair, linked: scores[place].linked }));
  const distinct = scored.filter(
    ({ near, relation, style }) => !near && style !== 'frame' && relation === 'distinct',
  );
  const sumsOf = (pairs) => pairs.map(({ linked }) => linked);
  return Object.fromEntries(
    ['english', 'chinese', 'other'].map((name) => {
      const some = distinct.filter(({ writing }) => writing === name);
      const byOthers = some.filter(({ author }) => !ours.includes(author));
      const stores = storesOf(scored.filter(({ writing }) => writing === name));
      const found = [
        thresholdFor(sumsOf(some), linkedWrongly),
        thresholdFor(sumsOf(byOthers), linkedWrongly),
        thresholdFor(sumsOf(stores), contestsWrongly),
      ];
      return [name, Number(Math.max(...found).toFixed(3))];
    }),
  );
}

/** For each store of a true fact, the pair with the highest score. */
export function storesOf(scored) {
  const standing = scored.filter(({ near, changes }) => near && !changes);
  return [...Map.groupBy(standing, ({ store }) => store).values()].map((pairs) =>
    pairs.reduce((one, other) => (other.linked > one.linked ? other : one)),
  );
}
