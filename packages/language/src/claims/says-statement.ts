import { align, sameWord } from './compare-words.ts';
import { readSigns } from './read-signs.ts';
import { readStatement } from './read-statement.ts';
import type { Word } from './words.ts';

/**
 * How much of a statement a text says, 0..1: the share of the statement's content words, by weight, that the text has,
 * or words near to them.
 */
export function shareSaid(statement: string, text: string): number {
  const { content: wanted } = readStatement(statement);
  const { content: said } = readStatement(text);
  const { older: best } = align(wanted, said);
  return shareOf(wanted, (_, at) => (best[at] as number) >= sameWord);
}

/** The same for a whole turn: the most that one of its sentences says. Longer texts are read sentence by sentence. */
export function mostSaid(statement: string, turn: string): number {
  return Math.max(0, ...sentencesIn(turn).map((sentence) => shareSaid(statement, sentence)));
}

/**
 * Whether a statement is about what is meant: it has most of the words, and is about no further person. `my allergies`
 * does not mean `My sister has no allergies`.
 */
export function isMeant(about: string, statement: string): boolean {
  return shareSaid(about, statement) >= mostOfWords && namesOnly(statement, about);
}

/** Whether a statement begins with no other person (`my sister`) than those that a text names. */
export function namesOnly(statement: string, text: string): boolean {
  const named = readSigns(text).persons;
  return [...readSigns(statement.slice(0, opening)).persons].every((person) => named.has(person));
}

/** Characters of a statement that name whom it is about. */
const opening = 16;

/** Whether an answer takes up something of what was said: a content word, or one near to it. */
export function takesUp(said: string, answer: string): boolean {
  const { content: words } = readStatement(said);
  const { content: others } = readStatement(answer);
  const { older: best } = align(words, others);
  return words.some(({ weight }, at) => weight >= telling && (best[at] as number) >= sameWord);
}

/**
 * A turn without the sentences that say one of these statements. What says something of `keep` in the same sentence
 * stays, clause by clause. Undefined: nothing of the turn can stay as it was written.
 */
export function withoutStatements(
  turn: string,
  { statements, keep }: { statements: readonly string[]; keep: readonly string[] },
): string | undefined {
  const says = (part: string, one: string) => {
    const share = shareSaid(one, part);
    return share >= sharedByStatement || (share > 0 && shareSaid(part, one) >= sharedByPart);
  };
  const isSaid = (part: string) => statements.some((one) => says(part, one));
  const isKept = (part: string) => keep.some((one) => says(part, one));
  const left = sentencesIn(turn).flatMap((sentence) => {
    if (!isSaid(sentence)) return [sentence];
    if (!isKept(sentence)) return [];
    return sentence.split(clauseEnd).filter((clause) => !isSaid(clause));
  });
  const text = left.join('').trim();
  if (readStatement(text).content.length === 0 || isSaid(text)) return undefined;
  return keep.every((one) => shareSaid(one, text) >= sharedByStatement) ? text : undefined;
}

const mostOfWords = 0.6;
/** From this weight on a common word tells that an answer is about what was said. */
const telling = 0.6;
/** From this share of a statement on a part says it. */
const sharedByStatement = 0.5;
/** A part of which this share is in the statement says a piece of it. */
const sharedByPart = 0.6;

const clauseEnd =
  /(?<=[,;:，；：—–])|(?=\s(?:and|but|because|und|aber|weil|et|mais|y|pero|e|ma|mas|и|но)\s)/u;

let segmenter: Intl.Segmenter | undefined;

function sentencesIn(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function shareOf(words: readonly Word[], counts: (word: Word, at: number) => boolean): number {
  const sum = (some: readonly Word[]) => some.reduce((total, { weight }) => total + weight, 0);
  const all = sum(words);
  return all === 0 ? 0 : sum(words.filter(counts)) / all;
}
