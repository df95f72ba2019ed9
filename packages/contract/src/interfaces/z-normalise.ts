/** A spread below this share of the largest score is rounding, not an order. */
const negligibleSpread = 1e-12;

/**
 * Scores as distances from their mean, in standard deviations, so that arms with different scales can be added. Mean
 * and deviation use the scores that exist and are `measured` (default: all of them); if these are all the same, each
 * becomes 0. A gap becomes the lowest of the measured values, or -1 if those are all the same: the only record with a
 * word must rank above those without it.
 */
export function zNormalise(
  scores: readonly (number | undefined)[],
  measured?: readonly boolean[],
): number[] {
  const found = scores.filter(
    (score, index) => score !== undefined && measured?.[index] !== false,
  ) as number[];
  const mean = found.reduce((sum, score) => sum + score, 0) / found.length;
  const variance = found.reduce((sum, score) => sum + (score - mean) ** 2, 0) / found.length;
  const deviation = Math.sqrt(variance);
  const largest = found.reduce((most, score) => Math.max(most, Math.abs(score)), 0);
  const spread = deviation > largest * negligibleSpread;
  const zOf = (score: number) => (spread ? (score - mean) / deviation : 0);
  const missing = spread ? found.reduce((least, score) => Math.min(least, zOf(score)), 0) : -1;
  return scores.map((score) => (score === undefined ? missing : zOf(score)));
}
