import { writeFileSync } from 'node:fs';
import { unseen } from '../trainer/folds.mjs';
import { linearSource, treesSource } from '../trainer/sources.mjs';
import { pairFit, thresholdsOf, withFeatures } from './fit-pairs.mjs';
import { readData } from './read-data.mjs';

/** Fits on all pairs; thresholds come from fits that have not seen the pair. */
export function main() {
  const pairs = withFeatures(readData('pairs'));
  const rounds = [1, 2, 3, 4].map((seed) => unseen(pairs, { ...pairFit, seed }));
  const thresholds = thresholdsOf(pairs, rounds);
  const { wording, meaning, linked, changed } = pairFit.fit(pairs);
  const path = new URL('../../packages/language/src/claims/pair-tables.ts', import.meta.url);
  writeFileSync(
    path,
    `import { type Linear, linearFrom, type Trees, treesFrom } from '../trees/index.ts';

/**
 * Made by \`node lab/main.mjs claims-tables\` from lab/claims/data. A sum from here on links two statements: of pairs that
 * hold beside one another about one in sixteen reaches it.
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
`,
  );
  console.log(`${pairs.length} pairs, thresholds`, thresholds);
}
