import type { Differences } from './differences.ts';

/** Cosine thresholds of one embedding model. */
export interface Calibration {
  /** At or above: two texts may say the same thing (0..1). */
  duplicate: number;
  /** At or above, and below `duplicate`: worth asking a judge (0..1). */
  related: number;
}

/** What the rules look at besides the two texts. */
export interface Evidence {
  differences: Differences;
  similarity: number | undefined;
  calibration: Calibration;
}

export interface ConflictDecision {
  /**
   * `same`: the incoming text says what the stored one says. `update`: it gives the same fact a new value, or denies
   * it. `contested`: it likely does one of the two. `distinct`: two facts.
   */
  relation: 'same' | 'update' | 'contested' | 'distinct';
  /** A finer word for `update`: the incoming text denies what is stored. */
  kind?: 'contradiction';
  /** In words, without anything of either text: an audit line may hold it. */
  reason: string;
}

/** What a rule found: the incoming text gives the stored fact a new value, or denies it. */
export type Update = Omit<ConflictDecision, 'relation'>;
