import type { ConflictDecision, Evidence } from './conflict-decision.ts';
import { findDenial } from './find-denial.ts';
import { findMovedValue } from './find-moved-value.ts';
import { findReplacedObject } from './find-replaced-object.ts';
import type { Statement } from './read-statement.ts';

/** Longer texts are documents or answers, which touch on many facts without giving any a new value. */
const longestTurn = 120;

/** The first finding of the rules, surest first; undefined where the incoming text leaves the stored one as it is. */
export function findUpdate(
  stored: Statement,
  incoming: Statement,
  evidence: Evidence,
): ConflictDecision | undefined {
  if (stored.tokens.length > longestTurn || incoming.tokens.length > longestTurn) return undefined;
  const found =
    findDenial(stored, incoming, evidence) ??
    findReplacedObject(stored, incoming, evidence) ??
    findMovedValue(stored, incoming, evidence);
  return found === undefined ? undefined : { relation: 'update', ...found };
}
