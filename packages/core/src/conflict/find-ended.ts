import type { Reading } from './claim.ts';
import type { ConflictDecision } from './conflict-decision.ts';

/** `left Acme` after `works at Acme`, `quit smoking` after `smokes`, 取消订阅: what is said to have ended is stored. */
export function findEnded(stored: Reading, incoming: Reading): ConflictDecision | undefined {
  let likely: ConflictDecision | undefined;
  for (const { subject, words, sure } of incoming.ended) {
    const known = stored.subjects.includes(subject) || stored.root === subject;
    if (!known && (stored.root !== '' || incoming.root !== subject)) continue;
    if (stored.ended.length > 0 || !words.every((key) => isSaid(stored.words, key))) continue;
    const reason = 'says that what is stored has ended';
    if (sure && !stored.unsettled) return { relation: 'update', kind: 'contradiction', reason };
    likely = { relation: 'contested', reason };
  }
  return likely;
}

/** A Chinese character may be a word, or stand in one. */
function isSaid(words: ReadonlySet<string>, key: string): boolean {
  if (words.has(key)) return true;
  return /^\p{Script=Han}{1,2}$/u.test(key) && [...words].some((word) => word.includes(key));
}
