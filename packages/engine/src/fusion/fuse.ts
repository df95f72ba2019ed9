/** One way of finding candidates, such as by vector or by words. */
export interface FusionArm {
  weight: number;
  /** One a candidate, higher is better. Undefined: the arm did not find it. All others are finite. */
  scores: readonly (number | undefined)[];
  /** What a candidate counts that the arm did not find, as a z-value. Default: see {@link zNormalise}. */
  floor?: number;
  /** No candidate counts less than this z-value. Default: none is raised. */
  lowest?: number;
  /** Which of the scores tell the mean and the deviation. Default: all. */
  measured?: readonly boolean[];
}

/** What an arm gave to one candidate: `contribution = weight * z`. */
export interface ArmContribution {
  /** The arm's own score; absent where it did not find the candidate. */
  score?: number;
  z: number;
  contribution: number;
}

/** One candidate: its score, and what each arm gave. */
export interface Fused<Name extends string> {
  /** The sum of all contributions. Comparable only with others of the same call. */
  score: number;
  arms: Record<Name, ArmContribution>;
}

/** Below this part of the largest score, a spread is rounding and not an order. */
const negligibleSpread = 1e-12;

/**
 * Scores as distances from their mean, in standard deviations, so that arms with different scales can be added.
 * Mean and deviation are of the scores that are there and `measured`; where they are all the same, each becomes 0. A gap becomes
 * the lowest value of the others, or -1 where these are all the same: the only record that holds a word must not
 * come out level with those that do not.
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
 * The weighted sum of z-normalised scores, with what each arm gave to it. Every arm has one score (or a gap) for
 * each candidate, in the same order; the result is in that order too.
 */
export function fuse<Name extends string>(arms: Readonly<Record<Name, FusionArm>>): Fused<Name>[] {
  const names = Object.keys(arms) as Name[];
  const normalised = names.map((name) => zNormalise(arms[name].scores, arms[name]));
  const candidates = normalised[0]?.length ?? 0;

  const fused: Fused<Name>[] = [];
  for (let candidate = 0; candidate < candidates; candidate++) {
    const given = {} as Record<Name, ArmContribution>;
    let total = 0;
    // Plain loops and one shape of object: this runs for every candidate of every query.
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
