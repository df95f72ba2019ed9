import { wordlist } from '@scure/bip39/wordlists/english';
import type { SecretFinding } from './finding.ts';

/** The 2,048 words of English recovery phrases (BIP 39). */
const recoveryWords: ReadonlySet<string> = new Set(wordlist);

const word = /[A-Za-z]+/g;
/** Separators between two words of a phrase: white space, a comma, the number of the next word. */
const between = /^[\s,-]{1,4}(?:\d{1,2}[.):]?\s{0,3})?$/;
const fewest = 12;
/** In every text with so many words of the list. */
const mayBePhrase =
  /(?<![A-Za-z])(?:[A-Za-z]{3,8}[\s,-]{1,4}(?:\d{1,2}[.):]?\s{0,3})?){11}[A-Za-z]{3}/;

/** At least twelve words of recovery phrases in a row: the list has none of the words that sentences need. */
export function findRecoveryPhrases(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  if (!mayBePhrase.test(text)) return findings;
  let start = 0;
  let end = 0;
  let count = 0;
  let seen = new Set<string>();
  const close = () => {
    if (count >= fewest && seen.size > count / 2) findings.push({ kind: 'password', start, end });
    count = 0;
    seen = new Set();
  };
  for (const { 0: one, index } of text.matchAll(word)) {
    const isOne = one.length >= 3 && one.length <= 8 && recoveryWords.has(one.toLowerCase());
    if (count > 0 && !(isOne && index - end < 12 && between.test(text.slice(end, index)))) close();
    if (!isOne) continue;
    if (count === 0) start = index;
    count += 1;
    seen.add(one.toLowerCase());
    end = index + one.length;
  }
  close();
  return findings;
}
