import { visitTerms } from './analyse.ts';

/** A query as terms, names and numbers. */
export interface AnalysedQuery {
  /** The query itself, trimmed. */
  text: string;
  /** Terms to look for, unique, in order of appearance. Stop words only where the query holds nothing else. */
  terms: string[];
}

/** What a query asks for. Terms match those that `analyse` gives for records. */
export function analyseQuery(text: string): AnalysedQuery {
  const content = new Set<string>();
  const stopWords = new Set<string>();
  visitTerms(text, (term, stopWord) => (stopWord ? stopWords : content).add(term));
  return {
    text: text.trim(),
    terms: [...(content.size > 0 ? content : stopWords)],
  };
}
