import type { ConflictDecision, Evidence } from './conflict.js';
import { findDenial } from './find-denial.js';
import { findMovedValue } from './find-moved-value.js';
import { findReplacedObject } from './find-replaced-object.js';
import type { Statement } from './read-statement.js';

export interface Update {
  kind?: 'contradiction';
  reason: string;
}

/** Texts without anything to compare, and documents, update nothing. */
const fewestTokens = 1;

/** The first finding of the rules, surest first; undefined where the incoming text leaves the stored one as it is. */
export function findUpdate(
  stored: Statement,
  incoming: Statement,
  evidence: Evidence,
): ConflictDecision | undefined {
  if (stored.clipped || incoming.clipped) return undefined;
  if (stored.tokens.length < fewestTokens || incoming.tokens.length < fewestTokens)
    return undefined;
  const found =
    findDenial(stored, incoming, evidence) ??
    findReplacedObject(stored, incoming, evidence) ??
    findMovedValue(stored, incoming, evidence);
  return found === undefined ? undefined : { relation: 'update', ...found };
}
