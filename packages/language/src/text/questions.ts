import { type AnalysedQuery, analyseQuery } from './analyse-query.ts';

/** Maximum number of questions in one query that are searched separately, because each costs a search. */
const mostQuestions = 3;
/** Minimum content words of a question that makes sense alone. */
const fewestTerms = 6;
/** A capital inside the sentence, of a word of two letters or more. */
const namesOne = /(?<=[\p{L}\p{N},] )\p{Lu}\p{Ll}/u;
/** A line of a copied conversation: `Ada: yes, on Monday`. */
const spokenLine = /^[^\n:：]{1,30}[:：]\s*\S/gm;
/**
 * Up to the end of a sentence. A full stop ends one only after a word of at least three letters: `Dr. Lee`, `v2.1`
 * continue.
 */
const sentence = /(?:[^。．！？!?；;\n.]|\.(?!\s|$)|(?<![\p{L}\p{N}]{3})\.)+[。．！？!?；;.]*/gu;
const asks = /[?？]["'”’」』）)]*\s*$/;

/** Whether a text is a copied conversation of at least two lines, each with its speaker before it. */
export function isConversation(text: string): boolean {
  return (text.match(spokenLine)?.length ?? 0) > 1;
}

/**
 * The questions in a query that says more than one thing: `We met last week. Where does Ada live? Who is Bo?` gives
 * two. Each is also searched alone, because otherwise the surrounding text drowns it. None for a query of one sentence,
 * and none for a copied conversation, whose questions belong to its speakers. A question of few words that names nobody
 * (`What's next?`, `对吗？`) makes sense only together with the rest.
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
