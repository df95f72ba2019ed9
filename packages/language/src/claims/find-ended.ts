import type { Reading } from './claim.ts';
import type { ConflictDecision } from './conflict-decision.ts';

/** `left Acme` after `works at Acme`, `quit smoking` after `smokes`, 取消订阅: what is said to have ended is stored. */
export function findEnded(stored: Reading, incoming: Reading): ConflictDecision | undefined {
  let likely: ConflictDecision | undefined;
  for (const { subject, words, sure } of incoming.ended) {
    const known = stored.subjects.includes(subject) || stored.root === subject;
    if (!known && (stored.root !== '' || incoming.root !== subject)) continue;
    if (stored.ended.length > 0 || !words.every((key) => isSaid(stored.words, key))) continue;
    const certain = sure && !isOfSeveral(stored, words);
    const reason = 'says that what is stored has ended';
    if (certain && !stored.unsettled) return { relation: 'update', kind: 'contradiction', reason };
    likely = { relation: 'contested', reason };
  }
  return likely;
}

/** `smokes again` after `quit smoking`, `eats fish again` after `is vegan`, 又开始喝咖啡. */
export function findResumed(stored: Reading, incoming: Reading): ConflictDecision | undefined {
  if (!incoming.resumed || incoming.unsettled || incoming.denied.length > 0) return undefined;
  const found = stored.denied.some(
    ({ subject, words }) =>
      incoming.subjects.includes(subject) &&
      words.length > 0 &&
      words.every((key) => isSaid(incoming.words, key)),
  );
  return found
    ? { relation: 'update', kind: 'contradiction', reason: 'takes up again what was given up' }
    : undefined;
}

/** Who replaces `their phone` may have two, where what is stored is of the `work phone`. */
function isOfSeveral({ claims, root }: Reading, words: readonly string[]): boolean {
  return claims.some(({ subject }) => {
    const keys = subject.split(' ').filter((key) => !root.split(' ').includes(key));
    return keys.length > words.length && words.every((key) => keys.includes(key));
  });
}

/** A Chinese character may be a word, or stand in one. */
function isSaid(words: ReadonlySet<string>, key: string): boolean {
  if (words.has(key)) return true;
  return /^\p{Script=Han}{1,2}$/u.test(key) && [...words].some((word) => word.includes(key));
}
