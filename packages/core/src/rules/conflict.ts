import type { EmbedderCalibration } from '../embedder.js';
import { type Differences, findDifferences } from './differences.js';
import { findUpdate } from './find-update.js';
import { readStatement, type Statement } from './read-statement.js';

export { mergeTexts } from './merge-texts.js';

export interface Evidence {
  differences: Differences;
  similarity: number | undefined;
  calibration: EmbedderCalibration;
}

export interface ConflictDecision {
  /**
   * `same`: the incoming text says what the stored one says. `update`: it gives the same fact a new value, or denies
   * it. `distinct`: two facts.
   */
  relation: 'same' | 'update' | 'distinct';
  /** A finer word for `update`: the incoming text denies what is stored. */
  kind?: 'contradiction';
  /** In words, for the audit and for `explain`. */
  reason: string;
}

/**
 * How an incoming text relates to a stored one. Losing a fact is worse than keeping one twice, so whatever is not
 * clear is `distinct`. `similarity` is the cosine of the two, by the embedder that `calibration` belongs to; without
 * it only what the words themselves show counts. `same` does not depend on which text was stored first.
 */
export function decideConflict(
  {
    stored,
    incoming,
    similarity,
  }: { stored: string; incoming: string; similarity: number | undefined },
  { calibration }: { calibration: EmbedderCalibration },
): ConflictDecision {
  const a = readStatement(stored);
  const b = readStatement(incoming);
  const differences = findDifferences(a, b);
  const evidence: Evidence = { differences, similarity, calibration };
  const same = findSame(a, b, evidence);
  if (same !== undefined) return { relation: 'same', reason: same };
  const update = findUpdate(a, b, evidence);
  if (update !== undefined) return update;
  return { relation: 'distinct', reason: 'two facts' };
}

/** What makes two texts say different things, however near their vectors are. */
function excludesSame(a: Statement, b: Statement, differences: Differences): boolean {
  const { values, negation, persons, opposed, question, order } = differences;
  if (a.clipped || b.clipped || a.tokens.length === 0) return true;
  return (
    values || negation || persons || opposed !== undefined || question || order === 'scrambled'
  );
}

function findSame(
  a: Statement,
  b: Statement,
  { differences, similarity, calibration }: Evidence,
): string | undefined {
  if (excludesSame(a, b, differences)) return undefined;
  const { onlyA, onlyB, linking, order, names } = differences;
  const reworded = onlyA.length + onlyB.length;
  if (reworded === 0 && linking === 0 && order === 'equal') return 'the same words';
  if (similarity === undefined) return undefined;
  if (reworded === 0) {
    return similarity >= calibration.related ? 'the same words in another order' : undefined;
  }
  const overlap = differences.shared / (differences.shared + Math.max(onlyA.length, onlyB.length));
  if (names || overlap < 0.5) return undefined;
  return similarity >= calibration.duplicate ? 'the same in other words' : undefined;
}
