import { type AnalysedQuery, analyse } from '@mneme/language/text';
import type { Board } from './board.ts';

/** A word of a compound has at least this many letters, and so many are left of the compound. */
const fewestLetters = 5;
const fewestLeft = 3;
/** As much as a word that is found in few memories. */
const weight = 2;

/**
 * Words that no candidate has, as parts of compounds (`Schlüssel` in `Wohnungsschlüssel`, or the other way round) and
 * with umlauts as two letters (`Guetersloh`). Looks at nothing if all words are found.
 */
export function addCompounds(board: Board, { terms }: AnalysedQuery): void {
  const missing = terms.filter(
    (term, at) =>
      term.length >= fewestLetters &&
      /^\p{L}+$/u.test(term) &&
      !board.candidates.some(({ found }) => (found[0]?.termFrequencies?.[at] ?? 0) > 0),
  );
  if (missing.length === 0) return;
  const wanted = missing.map(withoutUmlauts);
  const found = new Map<number, string>();
  for (const [at, { record }] of board.candidates.entries()) {
    const word = analyse(record.content).find((own) => {
      const plain = withoutUmlauts(own);
      return wanted.some((term) => plain === term || isPart(term, plain) || isPart(plain, term));
    });
    if (word !== undefined) found.set(at, word);
  }
  if (found.size === 0) return;
  const give = board.part('compounds', (at) => `contains ${found.get(at)}`);
  for (const at of found.keys()) give(at, weight);
}

/** `ü` is folded to `u`, and people without the key write `ue`. */
function withoutUmlauts(term: string): string {
  return term.replace(/([aou])e/g, '$1');
}

function isPart(part: string, whole: string): boolean {
  return (
    part.length >= fewestLetters &&
    whole.length >= part.length + fewestLeft &&
    (whole.startsWith(part) || whole.endsWith(part))
  );
}
