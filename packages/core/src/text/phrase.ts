import { foldText, lowerCase } from './fold.ts';

/**
 * A text as a phrase to be found in another: folded, lower case, white space collapsed. With both sides in this
 * form, `normalisePhrase(content).includes(phrase)` tells whether a record holds a quoted phrase.
 */
export function normalisePhrase(text: string): string {
  return lowerCase(foldText(text)).replace(/\s+/g, ' ').trim();
}
