/**
 * Standard scores of one arm: how many standard deviations each score lies above the arm's mean. A missing score
 * gets the arm's lowest, and none is below `floor`, so that a long tail of weak candidates does not decide. Where
 * all scores are equal (or there is one), each present one gets 1 and each missing one 0.
 */
export function zScores(scores: readonly (number | undefined)[], floor: number): number[] {
  const present = scores.filter((score) => score !== undefined);
  if (present.length === 0) return scores.map(() => 0);
  const mean = present.reduce((sum, score) => sum + score, 0) / present.length;
  const variance = present.reduce((sum, score) => sum + (score - mean) ** 2, 0) / present.length;
  const deviation = Math.sqrt(variance);
  if (deviation < 1e-12) return scores.map((score) => (score === undefined ? 0 : 1));
  const standard = present.map((score) => (score - mean) / deviation);
  const missing = Math.max(floor, standard.reduce((lowest, value) => Math.min(lowest, value), 0));
  return scores.map((score) => (score === undefined ? missing : Math.max(floor, (score - mean) / deviation)));
}
