import type { ConflictDecision, Evidence } from './conflict.js';
import type { Statement, Token } from './read-statement.js';
import { attributes, changes, frames } from './statement-words.js';

/** A first, narrow version: one slot of an exclusive frame, or a plain denial. */
export function findUpdate(
  stored: Statement,
  incoming: Statement,
  { differences }: Evidence,
): ConflictDecision | undefined {
  if (stored.question || incoming.question || differences.persons) return undefined;
  const old = differences.onlyA.filter(isNews);
  const young = differences.onlyB.filter(isNews);
  if (differences.negation && old.length === 0 && young.length === 0 && differences.shared > 0) {
    return { relation: 'update', kind: 'contradiction', reason: 'one denies what the other says' };
  }
  if (differences.negation || old.length === 0 || young.length === 0) return undefined;
  const frame = stored.tokens.find((token) => frames.has(token.key) || attributes.has(token.key));
  if (frame === undefined || !incoming.tokens.some(({ key }) => key === frame.key))
    return undefined;
  const behind = (tokens: Token[], of: Statement) =>
    tokens.every(
      (token) => of.tokens.indexOf(token) > of.tokens.findIndex(({ key }) => key === frame.key),
    );
  if (old.length > 2 || young.length > 2 || !behind(old, stored) || !behind(young, incoming))
    return undefined;
  return { relation: 'update', reason: `another value for ${frame.surface}` };
}

function isNews({ key }: Token): boolean {
  return !changes.has(key);
}
