import { type AnalysedQuery, analyseQuery } from './analyse-query.ts';

/** More questions than these in one query are not looked for on their own: each costs a search. */
const mostQuestions = 3;
/** Of a question that stands for itself. */
const fewestTerms = 6;
/** A capital inside the sentence, of a word of two letters or more. */
const namesOne = /(?<=[\p{L}\p{N},] )\p{Lu}\p{Ll}/u;
/** A line of a conversation that was copied in: `Ada: yes, on Monday`. */
const spokenLine = /^[^\n:：]{1,30}[:：]\s*\S/gm;
/** Up to the end of a sentence. A full stop ends one only after a word of three letters or more: `Dr. Lee`, `v2.1` go on. */
const sentence = /(?:[^。．！？!?；;\n.]|\.(?!\s|$)|(?<![\p{L}\p{N}]{3})\.)+[。．！？!?；;.]*/gu;
const asks = /[?？]["'”’」』）)]*\s*$/;

/** Whether a text is a conversation of two lines or more that was copied in, each line with its speaker before it. */
export function isConversation(text: string): boolean {
  return (text.match(spokenLine)?.length ?? 0) > 1;
}

/**
 * The questions in a query that says more than one thing: `We met last week. Where does Ada live? Who is Bo?` gives
 * two. Each is then looked for on its own too, since what stands around a question, and what is asked beside it,
 * drowns it otherwise. None for a query that is one sentence, and none for a conversation that was copied in: there the
 * whole says what it is about, and its questions belong to those who talked. A question of few words that names nobody
 * (`What's next?`, `对吗？`) says what it is about only together with the rest.
 */
export function questionsIn(text: string): AnalysedQuery[] {
  if (isConversation(text)) return [];
  const sentences = (text.match(sentence) ?? [])
    .map((part) => part.trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
  if (sentences.length < 2) return [];
  return sentences
    .filter((part) => asks.test(part))
    .map(analyseQuery)
    .filter((query) => query.terms.length >= fewestTerms || namesOne.test(query.text))
    .slice(-mostQuestions);
}
