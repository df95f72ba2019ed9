import { findSecrets } from '../../packages/secrets/src/index.ts';
import { findingsIn, isFound, secretTexts } from './texts.mjs';

/**
 * Recall and false positives of the search for secrets, and its speed. Half 1 (`secrets 1`) is for tuning patterns, and
 * its misses are shown; for half 2 only counts.
 */
export async function main([given = '2']) {
  const half = Number(given);
  const names = ['generated', 'freely written', 'lists', 'in use'];
  names.push(
    ...(half === 1 ? ['in use, another day', 'fresh'] : ['in use, a third day', 'fresh, unread']),
  );
  const sets = Object.fromEntries(names.map((name) => [name, secretTexts(name, half)]));
  for (const [name, { positives, negatives }] of Object.entries(sets)) {
    const missed = positives.filter((one) => !isFound(one));
    const refused = negatives.filter((one) => findingsIn(one).length > 0);
    console.log(`${name}, half ${half}`);
    console.log(
      `  recall ${(1 - missed.length / positives.length).toFixed(4)} of ${positives.length}`,
      byKind(missed),
    );
    console.log(
      `  false positives ${((100 * refused.length) / negatives.length).toFixed(2)} % of ${negatives.length}`,
      byKind(refused),
    );
    if (half === 1) {
      for (const { kind, text } of [...missed, ...refused]) console.log(kind, JSON.stringify(text));
    }
  }
  for (const [name, { negatives }] of Object.entries(sets)) {
    const texts = negatives
      .map(({ text }) => text)
      .join('\n')
      .slice(0, 100_000);
    const bytes = Buffer.byteLength(texts);
    const rounds = 40;
    for (let round = 0; round < 5; round++) findSecrets(texts);
    const started = process.cpuUsage();
    for (let round = 0; round < rounds; round++) findSecrets(texts);
    const { user, system } = process.cpuUsage(started);
    console.log(`${name}: ${((rounds * bytes) / (user + system)).toFixed(1)} MB/s`);
  }
}

function byKind(texts) {
  const counts = {};
  for (const { kind } of texts) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
