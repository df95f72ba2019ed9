import type { EmbedderCalibration } from '../contract/index.ts';
import type { ConflictDecision, Evidence } from './conflict-decision.ts';
import { normaliseContent } from './content-key.ts';
import { findDifferences } from './differences.ts';
import { findSame } from './find-same.ts';
import { findUpdate } from './find-update.ts';
import { readStatement } from './read-statement.ts';

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
  if (normaliseContent(stored) === normaliseContent(incoming)) {
    return { relation: 'same', reason: 'the same text' };
  }
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
