import { readSigns } from './read-signs.ts';
import type { Statement } from './read-statement.ts';
import { readStatement } from './read-statement.ts';

/** Words that begin where, when or with what something is denied; a denial with `for` or `because` has a reason. */
const limits =
  /(?<!\p{L})(?:in|on|at|during|with|over|under|above|below|after|before|when|while|alone|near|between|via|indoors|outdoors|bei|beim|im|am|an|auf|mit|nach|vor|über|unter|während|wenn|allein|dans|avec|pendant|après|avant|quand|seule?|sous|con|durante|después|antes|cuando|sol[oa]|bajo|sobre|dopo|prima|quando|da sol[oa]|com|depois|sozinh[oa]|sob)(?!\p{L})/giu;

/** Denies what was, or says `only`. */
const past = /\b(?:did|was|were)(?:n['’]t| not)\b|\bnever\b|\bnothing (?:but|else)\b|\bonly\b/i;

/**
 * `Mia does not eat fish with bones` limits `Mia eats fish`, and both are true: it denies the same, but only where or when
 * something holds that the other statement does not speak of, and says nothing of a change.
 */
export function isException(older: string, newer: string): boolean {
  const [before, after] = [older, newer].map((text) => readSigns(text).counts);
  if (past.test(newer)) return false;
  if (before === undefined || after === undefined || before.deny > 0 || after.deny === 0)
    return false;
  if (after.now + after.change + after.end + after.begin > 0) return false;
  const known = keysOf(readStatement(older));
  return [...newer.matchAll(limits)].some(({ index }) => {
    const before = readStatement(newer.slice(0, index));
    const limited = readStatement(newer.slice(index));
    const isNew = limited.content.some(({ key }) => !known.has(key));
    const isSame = before.content.some(({ key }) => known.has(key));
    return isNew && isSame && limited.content.every(({ key }) => !known.has(key));
  });
}

function keysOf({ content }: Statement): Set<string> {
  return new Set(content.map(({ key }) => key));
}
