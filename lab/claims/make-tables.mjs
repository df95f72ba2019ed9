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
 * Made by \`node lab/main.mjs claims-tables\` from lab/claims/data. A sum from here on links two statements: of stores in a
 * scope of one person's facts that hold, at most one in 14 reaches it; of pairs that were written to be mistaken, one in 12.
 */
export const thresholds = { english: ${thresholds.english}, chinese: ${thresholds.chinese}, other: ${thresholds.other} };

/** By hashed words and pieces of words. */
${linearSource('wordingTable', wording)}

/** By the vectors of words. */
${linearSource('meaningTable', meaning)}

/** Whether two statements are about one matter. */
${treesSource('linkedTrees', linked)}

/** Whether the newer of two that are changes something. */
${treesSource('changedTrees', changed)}
`;
}
