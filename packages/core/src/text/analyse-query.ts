import { visitTerms } from './analyse.ts';
import { normalisePhrase } from './phrase.ts';

export interface AnalysedQuery {
  /** The query itself, trimmed. */
  text: string;
  /** Terms to look for, unique, in order of appearance. Stop words only where the query holds nothing else. */
  terms: string[];
  /** What stood in quotation marks, in the form of {@link normalisePhrase}, unique. */
  phrases: string[];
}

/** Quotation marks that come in pairs and are never apostrophes. A phrase of more than 200 characters is no phrase. */
const quoted =
  /"([^"]{2,200})"|“([^“”]{2,200})”|„([^„“”]{2,200})[“”]|«([^«»]{2,200})»|「([^「」]{1,200})」|『([^『』]{1,200})』|《([^《》]{1,200})》/g;

/** What a query asks for. Terms match those that `analyse` gives for records. */
export function analyseQuery(text: string): AnalysedQuery {
  const content = new Set<string>();
  const stopWords = new Set<string>();
  visitTerms(text, (term, stopWord) => (stopWord ? stopWords : content).add(term));

  const phrases = new Set<string>();
  for (const match of text.matchAll(quoted)) {
    const phrase = normalisePhrase(match.slice(1).find((group) => group !== undefined) ?? '');
    if (phrase !== '') phrases.add(phrase);
  }
  return {
    text: text.trim(),
    terms: [...(content.size > 0 ? content : stopWords)],
    phrases: [...phrases],
  };
}
