import { writeFileSync } from 'node:fs';
import { unseen } from '../trainer/folds.mjs';
import { linearSource, treesSource } from '../trainer/sources.mjs';
import { factTables } from './fit-facts.mjs';
import { pairFit, readExamples, thresholdsOf } from './fit-pairs.mjs';

/** Fits on all data; thresholds come from fits that have not seen the pair or the turn. */
export function main() {
  write('extract/fact-tables.ts', factTables());
  write('claims/pair-tables.ts', pairTables());
}

function write(path, source) {
  writeFileSync(new URL(`../../packages/language/src/${path}`, import.meta.url), source);
}

function pairTables() {
  const examples = readExamples();
  const scores = unseen(examples, { ...pairFit, groupOf: ({ fold }) => fold });
  const thresholds = thresholdsOf(examples, scores);
  const { wording, meaning, linked, changed } = pairFit.fit(examples);
  console.log(`${examples.length} pairs, thresholds`, thresholds);
  return `import { type Linear, linearFrom, type Trees, treesFrom } from '../trees/index.ts';

/**
 * Made by \`node lab/main.mjs claims-tables\` from lab/claims/data. Two statements whose sum
 * reaches the threshold are linked: at most one in 14 stores in a scope of one person's true facts, and one in 12 distinct pairs.
 */
export const thresholds = { english: ${thresholds.english}, chinese: ${thresholds.chinese}, other: ${thresholds.other} };

/** Weights of hashed words and pieces of words. */
${linearSource('wordingTable', wording)}

/** Weights of the vectors of words. */
${linearSource('meaningTable', meaning)}

/** Whether two statements are about one matter. */
${treesSource('linkedTrees', linked)}

/** Whether the newer one of such a pair changes something. */
${treesSource('changedTrees', changed)}
`;
}
