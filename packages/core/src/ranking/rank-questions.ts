import type { Candidate, SearchResponse } from '@mneme/engine/contract';
import type { AnalysedQuery } from '@mneme/language/text';
import type { MessageKind } from '../relevance/index.ts';
import { type Scored, scoreArms } from './rank-arms.ts';
import type { RankWeights } from './rank-weights.ts';

/** A question within the query (see `questionsIn`), and what was found for it alone. */
export interface Question {
  query: AnalysedQuery;
  found: SearchResponse;
  /** See `RankRequest`. */
  kind?: MessageKind;
}

/**
 * Where a query asks more than one thing, the best of its questions counts for a candidate, by the share
 * `weights.questions`, and the query as a whole for the rest.
 */
export function addQuestions(
  scored: Scored[],
  {
    query,
    questions,
    weights,
  }: { query: AnalysedQuery; questions: readonly Question[]; weights: RankWeights },
): void {
  if (questions.length === 0) return;
  const candidates = scored.map(({ candidate }) => candidate);
  const answers = questions.map((question) => ({
    text: question.query.text,
    scored: scoreArms(answerTo(question, { query, candidates }), weights),
  }));
  for (const [index, entry] of scored.entries()) {
    const best = answers
      .map(({ text, scored: ofQuestion }) => ({ text, own: ofQuestion[index]?.own ?? 0 }))
      .reduce((one, other) => (other.own > one.own ? other : one));
    const value = weights.questions * (best.own - entry.own);
    entry.own += value;
    entry.parts.push({ name: 'questions', value, why: `of the query's questions: ${best.text}` });
  }
}

/** The candidates of the whole query as candidates of one question. */
export function answerTo(
  { query, found }: Question,
  whole: { query: AnalysedQuery; candidates: readonly Candidate[] },
): SearchResponse {
  const known = new Map(found.candidates.map((candidate) => [candidate.record.id, candidate]));
  const places = query.terms.map((term) => whole.query.terms.indexOf(term));
  const candidates = whole.candidates.map((candidate): Candidate => {
    return known.get(candidate.record.id) ?? withTermsAt(places, candidate);
  });
  return { candidates, statistics: found.statistics };
}

/** What was found for the whole query and for its questions, as candidates of the whole query. */
export function joinQuestions(
  found: SearchResponse,
  { query, questions }: { query: AnalysedQuery; questions: readonly Question[] },
): SearchResponse {
  const candidates = new Map(found.candidates.map((candidate) => [candidate.record.id, candidate]));
  for (const question of questions) {
    const places = query.terms.map((term) => question.query.terms.indexOf(term));
    for (const candidate of question.found.candidates) {
      const { id } = candidate.record;
      if (!candidates.has(id)) candidates.set(id, withTermsAt(places, candidate));
    }
  }
  return { ...found, candidates: [...candidates.values()] };
}

/** The candidate as one that no arm found, with the frequencies at these places of its own (-1: not counted, so 0). */
function withTermsAt(places: readonly number[], candidate: Candidate): Candidate {
  const { record, length, termFrequencies } = candidate;
  return {
    record,
    length,
    arms: { dense: false, lexical: false },
    termFrequencies: places.map((place) => termFrequencies[place] ?? 0),
  };
}
