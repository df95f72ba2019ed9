#!/usr/bin/env node
/**
 * Recall and false positives of the search for secrets over the corpus: `node tools/secrets/report.mjs [SEED]`.
 * Seed 1 is the half that patterns are tuned on, and its misses are shown; of any other only the counts are.
 */
import { findSecrets } from '../../packages/core/src/secrets/index.ts';
import { corpus } from './corpus.mjs';

const seed = Number(process.argv[2] ?? 2);
const { positives, negatives } = corpus(seed);
const missed = positives.filter(({ text, secret }) => {
  const start = text.indexOf(secret);
  // Half of a secret that is left is a secret that is left.
  return !findSecrets(text).some(
    (found) => found.start <= start && found.end >= start + secret.length - 1,
  );
});
const false_ = negatives.filter(({ text }) => findSecrets(text).length > 0);
const byKind = (texts) => {
  const counts = {};
  for (const { kind } of texts) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};
console.log(`seed ${seed}`);
console.log(
  `recall ${(1 - missed.length / positives.length).toFixed(4)} of ${positives.length}`,
  byKind(missed),
);
console.log(
  `false positives ${((100 * false_.length) / negatives.length).toFixed(2)} % of ${negatives.length}`,
  byKind(false_),
);
if (seed === 1) {
  for (const { kind, text } of [...missed, ...false_]) console.log(kind, JSON.stringify(text));
}
const prose = negatives
  .map(({ text }) => text)
  .join('\n')
  .slice(0, 100_000);
const rounds = 20;
const started = process.cpuUsage();
for (let round = 0; round < rounds; round++) findSecrets(prose);
const { user, system } = process.cpuUsage(started);
const seconds = (user + system) / 1e6;
console.log(`${((rounds * prose.length) / 1e6 / seconds).toFixed(1)} MB/s`);
