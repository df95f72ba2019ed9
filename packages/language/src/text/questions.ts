import { type AnalysedQuery, analyseQuery } from './analyse.ts';
import { patternFor } from './pattern-for.ts';

/** Maximum number of questions in one query that are searched separately, because each costs a search. */
const mostQuestions = 3;
/** Minimum content words of a question that makes sense alone. */
const fewestTerms = 6;
/** Fewest content words of a statement: `Hi!` and `Thanks a lot.` tell nothing. */
const fewestTold = 4;
/** A capital inside the sentence, of a word of two letters or more. */
const namesOne = patternFor(String.raw`(?<=[\p{L}\p{N},] )[\p{Lu}][\p{Ll}]`, 'u');
/** A line of a copied conversation: `Ada: yes, on Monday`. */
const spokenLine = /^[^\n:：]{1,30}[:：]\s*\S/gm;
/**
 * Up to the end of a sentence. A full stop ends one only after a word of at least three letters: `Dr. Lee`, `v2.1`
 * continue.
 */
const sentence = patternFor(
  String.raw`(?:[^。．！？!?；;\n.]|\.(?!\s|$)|(?<![\p{L}\p{N}]{3})\.)+[。．！？!?；;.]*`,
  'gu',
);
/** Minimum content words of a quotation that makes sense alone. */
const fewestQuoted = 3;
/** What somebody says: `She told Bo: 'Put the seat back.'` */
const quotation = patternFor(
  String.raw`(?:[:,]\s|[：，])['"“‘「『]([^\n]{1,400}?)['"”’」』](?=\s|$|[\p{P}])`,
  'gu',
);
/** Where a stop mark is looked for, so that many dots take no time. */
const longestEnd = 20;
const stops = patternFor(String.raw`[.。．!！][\p{P}\s]*$`, 'u');
const letterOrDigit = patternFor(String.raw`[\p{L}\p{N}]`, 'u');
/** `Tell me where I parked.` */
const asksWithWords =
  /^(?:please )?(?:tell|remind|show) (?:me|us) (?:wh|how|about)|^(?:请|麻烦)?[你您]?告诉我.*(?:什么|哪|谁|怎么|多少|几)/iu;
const asks = /[?？]["'”’」』）)]*\s*$/;

/** Whether a text is a copied conversation of at least two lines, each with its speaker before it. */
export function isConversation(text: string): boolean {
  return (text.match(spokenLine)?.length ?? 0) > 1;
}

/**
 * The questions in a query that says more than one thing: `We met last week. Where does Ada live? Who is Bo?` gives
 * two. Each is also searched alone, because otherwise the surrounding text drowns it. So are words that the query
 * quotes. None for a query of one sentence, and none for a copied conversation, whose questions belong to its speakers.
 * A question of few words that names nobody (`What's next?`, `对吗？`) makes sense only together with the rest.
 */
export function questionsIn(text: string): AnalysedQuery[] {
  if (isConversation(text)) return [];
  const quoted = [...text.matchAll(quotation(text))]
    .map(([, words = '']) => analyseQuery(words))
    .filter((query) => query.terms.length >= fewestQuoted);
  const sentences = sentencesOf(text.replace(quotation(text), '. '));
  if (sentences.length + quoted.length < 2) return [];
  const questions = sentences
    .filter((part) => asks.test(part))
    .map(analyseQuery)
    .filter((query) => query.terms.length >= fewestTerms || namesOne(query.text).test(query.text));
  return [...quoted, ...questions].slice(-mostQuestions);
}

/**
 * Whether a text is a message that tells something or wants something done, and does not only ask. One statement of
 * four content words is enough. It must end with a stop mark, so key words (`Ada's favourite apple pie`) do not count.
 */
export function tells(text: string): boolean {
  return sentencesOf(text).some(
    (part) =>
      stops(part).test(part.slice(-longestEnd)) &&
      !asksWithWords.test(part) &&
      analyseQuery(part).terms.length >= fewestTold,
  );
}

function sentencesOf(text: string): string[] {
  return (text.match(sentence(text)) ?? [])
    .map((part) => part.trim())
    .filter((part) => letterOrDigit(part).test(part));
}
