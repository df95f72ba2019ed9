import { messageKind } from '../relevance/index.ts';

/** Odds of nine to one, as a logarithm: what is less sure is left to the relevance of what it finds. */
const sure = 2.2;
/** Whom a greeting is said to, at its end or its beginning. */
const addressee =
  /(?:,\s*|(?<=^\p{L}+)\s)\p{Lu}[\p{L}’'-]+(?=[\s!.~]*$)|^\p{Lu}[\p{L}’'-]+[,:]\s*/u;

/** Who writes more than this wants something. */
const longest = 60;

/**
 * True for a message that says nothing a memory could be about: thanks, greetings, assent, laughter, punctuation. Told
 * by its words and what looks like them in ten languages, and only where that is sure: a message that merely may be
 * small talk is looked up, and finds little.
 */
export function isSmallTalk(message: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(message)) return true;
  if (message.length > longest) return false;
  return [message, message.replace(addressee, '')].some(
    (text) => /\p{L}/u.test(text) && messageKind(text).smallTalk >= sure,
  );
}
