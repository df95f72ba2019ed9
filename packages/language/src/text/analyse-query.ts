import { visitTerms } from './analyse.ts';

/** A query with its terms, names and numbers. */
export interface AnalysedQuery {
  /** The query itself, trimmed. */
  text: string;
  /** Terms to search for, unique, in order of appearance. Stop words only if the query has nothing else. */
  terms: string[];
}

/** Analyses a query. Its terms match those that `analyse` gives for records. */
export function analyseQuery(text: string): AnalysedQuery {
  const content = new Set<string>();
  const stopWords = new Set<string>();
  visitTerms(text, (term, stopWord) => (stopWord ? stopWords : content).add(term));
  return {
    text: text.trim(),
    terms: [...(content.size > 0 ? content : stopWords)],
  };
}
