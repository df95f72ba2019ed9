/** Fits the two tables of packages/core/src/relevance/relevance-tables.json on gathered evidence, and judges them. */

import {
  blockEvidence,
  blockLines,
  blockNames,
} from '../../packages/core/src/relevance/block-evidence.ts';
import { evidenceNames } from '../../packages/core/src/relevance/evidence.ts';
import { sumOfTrees } from '../../packages/language/src/trees/index.ts';
import { randomFrom } from '../../tools/random.mjs';
import { fitTrees } from '../trainer/boost.mjs';
import { logistic } from '../trainer/logistic.mjs';

/** Evidence that may only raise the probability (1), and that may only lower it (-1). */
const directions = {
  ...{ smallTalk: -1, general: -1, place: -1, behindBest: -1, wordPlace: -1, cosinePlace: -1 },
  ...{ coverage: 1, covered: 1, rarest: 1, bestCoverage: 1, bestCosine: 1, cosine: 1 },
  ...{ jointCoverage: 1, prominence: 1, beyondName: 1, fromNeighbours: 1, unknownNames: -1 },
  ...{ namesNobodyHere: -1, aboutNamed: 1, aboutNamedShare: 1 },
  ...{ namedAheadByWords: 1, namedAheadByCosine: 1, namedAheadByTotal: 1 },
};
/** The weight of each kind without an answer beside the others; together as much as the questions. */
const shares = { other: 3, adversarial: 1, swapped: 1, 'small-talk': 1.5, general: 1, named: 1 };

const of = (name) => directions[name] ?? 0;
/** Each tree sees a quarter of the evidence, by a seed, so that no single kind of it dominates. */
const blockSettings = { trees: 300, share: 0.25, rate: 0.1, bins: 32, least: 0.01, strength: 0.01 };
const lineSettings = { trees: 60, rate: 0.1, bins: 32, least: 0.0015, strength: 0.001 };

const rowsOf = ({ found }) => found.map(({ row }) => row);
export const answered = ({ found }) => found.some(({ right }) => right);

/**
 * Every set has the same weight, one without meaning a quarter; in it questions weigh as much as those without an
 * answer.
 */
export function weighed(answers) {
  return [...Map.groupBy(answers, ({ set }) => set).values()].flatMap((ofSet) => {
    const kinds = [...Map.groupBy(ofSet, ({ kind }) => kind)];
    const all = kinds.reduce((sum, [kind]) => sum + (shares[kind] ?? 0), 0);
    const half = ofSet[0].set.endsWith(', words') ? 0.125 : 0.5;
    return kinds.flatMap(([kind, list]) =>
      list.map((answer) => ({
        answer,
        weight:
          (kind === 'questions' || all === 0 ? half : (half * shares[kind]) / all) / list.length,
      })),
    );
  });
}

/** The block: whether the first ten contain an answer. The line: which of them it is. */
export function fitRelevance(answers, { block = {}, line = {} } = {}) {
  const learned = weighed(answers.filter(({ found }) => found.length > 0));
  const lines = learned
    .filter(({ answer }) => answered(answer))
    .flatMap(({ answer, weight }) =>
      answer.found.map(({ row, right }, place) => ({
        row,
        label: right ? 1 : 0,
        weight: weight / Math.sqrt(1 + place),
      })),
    );
  return {
    block: fitTrees(
      {
        rows: learned.map(({ answer }) => blockEvidence(rowsOf(answer))),
        labels: learned.map(({ answer }) => (answered(answer) ? 1 : 0)),
        weights: learned.map(({ weight }) => weight),
      },
      { ...blockSettings, ...block, next: randomFrom(5), directions: blockNames.map(of) },
    ),
    line: fitTrees(
      {
        rows: lines.map(({ row }) => row),
        labels: lines.map(({ label }) => label),
        weights: lines.map(({ weight }) => weight),
      },
      { ...lineSettings, ...line, directions: Object.keys(evidenceNames).map(of) },
    ),
  };
}

/** The relevance of each gathered line. */
export function relevances({ block, line }, answer) {
  const rows = rowsOf(answer);
  const judged = blockEvidence(rows);
  if (judged === undefined) return [];
  const chance = logistic(sumOfTrees(block, judged));
  const own = rows.map((row) => logistic(sumOfTrees(line, row)));
  const most = Math.max(...own.slice(0, blockLines));
  return own.map((value) => chance * Math.min(1, value / most));
}
