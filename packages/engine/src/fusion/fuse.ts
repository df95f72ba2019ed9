/** One way of finding candidates, such as by vector or by words. */
export interface FusionArm {
  weight: number;
  /** One for each candidate, higher is better. Undefined: the arm did not find it. All others are finite. */
  scores: readonly (number | undefined)[];
  /** The z-value of a candidate that the arm did not find. Default: see {@link zNormalise}. */
  floor?: number;
  /** Lower z-values are raised to this one. Default: none. */
  lowest?: number;
  /** Which of the scores determine mean and deviation. Default: all. */
  measured?: readonly boolean[];
}

/** What an arm contributed to one candidate: `contribution = weight * z`. */
export interface ArmContribution {
  /** The arm's own score; absent if it did not find the candidate. */
  score?: number;
  z: number;
  contribution: number;
}

/** One candidate: its score, and what each arm contributed. */
export interface Fused<Name extends string> {
  /** The sum of all contributions. Comparable only with others of the same call. */
  score: number;
  arms: Record<Name, ArmContribution>;
}

/** A spread below this share of the largest score is rounding, not an order. */
const negligibleSpread = 1e-12;

/**
 * Scores as distances from their mean, in standard deviations, so that arms with different scales can be added. Mean
 * and deviation use the scores that exist and are `measured`; if these are all the same, each becomes 0. A gap becomes
 * the lowest of the other values, or -1 if those are all the same: the only record with a word must rank above those
 * without it.
 */
export function zNormalise(
  scores: readonly (number | undefined)[],
  { floor, measured }: Pick<FusionArm, 'floor' | 'measured'> = {},
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
  const missing =
    floor ?? (spread ? found.reduce((least, score) => Math.min(least, zOf(score)), 0) : -1);
  return scores.map((score) => (score === undefined ? missing : zOf(score)));
}

/**
 * The weighted sum of z-normalised scores, with what each arm contributed. Every arm has one score (or a gap) for each
 * candidate, in the same order as the result.
 */
export function fuse<Name extends string>(arms: Readonly<Record<Name, FusionArm>>): Fused<Name>[] {
  const names = Object.keys(arms) as Name[];
  const normalised = names.map((name) => zNormalise(arms[name].scores, arms[name]));
  const candidates = normalised[0]?.length ?? 0;

  const fused: Fused<Name>[] = [];
  for (let candidate = 0; candidate < candidates; candidate++) {
    const given = {} as Record<Name, ArmContribution>;
    let total = 0;
    // Plain loops and one object shape, because this runs for every candidate of every query.
    for (let index = 0; index < names.length; index++) {
      const name = names[index] as Name;
      const { scores, weight, lowest = Number.NEGATIVE_INFINITY } = arms[name];
      const z = Math.max(lowest, normalised[index]?.[candidate] ?? 0);
      const contribution = weight * z;
      const score = scores[candidate];
      given[name] = score === undefined ? { z, contribution } : { score, z, contribution };
      total += contribution;
    }
    fused.push({ score: total, arms: given });
  }
  return fused;
}
