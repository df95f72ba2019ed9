import { bundledVectors } from '../vectors/index.ts';
import { readSigns, type Signs } from './read-signs.ts';
import { readWords, type Word } from './words.ts';

/** A text as pairs are compared by it. */
export interface Statement {
  text: string;
  words: readonly Word[];
  /** Those of them that say what, and neither how nor that it is so now. */
  content: readonly Word[];
  signs: Signs;
  vector: Float32Array;
}

/** Words below say how, and not what. */
export const leastContent = 0.3;
/** Of a longer text only the beginning is compared. */
const mostWords = 80;
/** What a comparison may cost: stored statements are read again and again. */
const mostKept = 500;
const kept = new Map<string, Statement>();

export function readStatement(text: string): Statement {
  let statement = kept.get(text);
  if (statement === undefined) {
    const words = readWords(text, mostWords);
    statement = {
      text,
      words,
      content: words.filter(isContent),
      signs: readSigns(text),
      vector: bundledVectors().encode(text),
    };
    if (kept.size >= mostKept) kept.clear();
    kept.set(text, statement);
  }
  return statement;
}

export function isContent({ weight, isNow = false }: Word): boolean {
  return weight >= leastContent && !isNow;
}
