import { unseen } from '../trainer/folds.mjs';
import { writeTables, writtenLinear, writtenTrees } from '../trainer/tables.mjs';
import { factTables } from './fit-facts.mjs';
import { pairFit, readExamples, thresholdsOf } from './fit-pairs.mjs';

/** Fits on all data; thresholds come from fits that have not seen the pair or the turn. */
export function main() {
  const madeBy = 'node lab/main.mjs claims-tables';
  writeTables('language/src/extract/fact-tables.json', madeBy, factTables());
  writeTables('language/src/claims/pair-tables.json', madeBy, pairTables());
}

function pairTables() {
  const examples = readExamples();
  const scores = unseen(examples, { ...pairFit, groupOf: ({ fold }) => fold });
  const thresholds = thresholdsOf(examples, scores);
  const { wording, meaning, linked, changed } = pairFit.fit(examples);
  console.log(`${examples.length} pairs, thresholds`, thresholds);
  return {
    thresholds,
    wording: writtenLinear(wording),
    meaning: writtenLinear(meaning),
    linked: writtenTrees(linked),
    changed: writtenTrees(changed),
  };
}
