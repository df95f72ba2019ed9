import { messageKind } from '../relevance/index.ts';

/** Odds of nine to one, as a logarithm: less sure cases are left to relevance. */
const sure = 2.2;
/** The name that a greeting addresses, at its end or its beginning. */
const addressee =
  /(?:,\s*|(?<=^\p{L}+)\s)\p{Lu}[\p{L}’'-]+(?=[\s!.~]*$)|^\p{Lu}[\p{L}’'-]+[,:]\s*/u;

/** Longer messages ask for something. */
const longest = 60;

/**
 * True for a message about nothing that a memory could know: thanks, greetings, assent, laughter, punctuation. Judged
 * by its words and similar words in ten languages, and true only if that is sure: other messages are searched, and find
 * little if they are small talk.
 */
export function isSmallTalk(message: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(message)) return true;
  if (message.length > longest) return false;
  return [message, message.replace(addressee, '')].some(
    (text) => /\p{L}/u.test(text) && messageKind(text).smallTalk >= sure,
  );
}
