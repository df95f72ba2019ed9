import type { Claim, Ended, Reading } from './claim.ts';
import { doubts, toldWords } from './claim-words.ts';
import { ClauseReader } from './english-clause-reader.ts';
import {
  clausesOf,
  keysOf,
  others,
  type Word,
  withAntecedent,
  wordsOf,
} from './english-clauses.ts';
import { rephraseEnglish } from './rephrase-english.ts';

/** `User’s sister lives in Madrid` as claims. Of clauses that it cannot read it says nothing. */
export function readEnglish(text: string, self: string): Reading {
  const all = wordsOf(rephraseEnglish(text));
  const clauses = clausesOf(all);
  const told = all.some(({ text: word }) => toldWords.has(word));
  const claims: Claim[] = [];
  const ended: Ended[] = [];
  const denied: Reading['denied'][number][] = [];
  let subject: Word[] = [];
  let root = '';
  let unsettled = false;
  const subjects: string[] = [];
  for (const clause of clauses) {
    const antecedent = subject;
    if (clause.subject.length > 0) subject = withAntecedent(clause.subject, antecedent);
    if (subject[0] !== undefined && others.has(subject[0].text)) {
      // Nobody says who `he` is.
      root ||= '?';
      continue;
    }
    const reader = new ClauseReader({ subject, predicate: clause.predicate }, { self, told });
    root ||= reader.root;
    subjects.push(reader.subject);
    unsettled ||= reader.past;
    claims.push(...reader.claims());
    ended.push(...reader.ended());
    for (const list of reader.denied()) denied.push({ subject: reader.subject, words: list });
  }
  return {
    claims,
    ended,
    denied,
    resumed: / (?:again|back|resumed)\b/.test(text),
    root,
    subjects,
    words: new Set(keysOf(all.map(({ text: word }) => word))),
    unsettled: unsettled || all.some(({ text: word }) => doubts.has(word)),
    told,
  };
}
