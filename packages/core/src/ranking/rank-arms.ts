import type { Candidate, SearchResponse } from '@mneme/contract';
import { type ArmScores, addQuestionScores, armScores } from './arm-scores.ts';
import type { Board } from './board.ts';
import type { RankWeights } from './rank-weights.ts';
import type { SessionPlaces } from './session-places.ts';

/**
 * The scores of both arms. If a query asks more than one thing, the best of its questions counts for a candidate by the
 * share `weights.questions`, and the query as a whole for the rest. Returns what a candidate lends to its neighbours.
 */
export function addArms(
  board: Board,
  {
    statistics,
    questions,
    weights,
    places,
  }: Pick<SearchResponse, 'statistics'> & {
    questions: readonly string[];
    weights: RankWeights;
    places: SessionPlaces;
  },
): Float64Array {
  const [whole, ...others] = statistics.map((each, query) =>
    armScores(board.candidates, { query, statistics: each, weights, places }),
  );
  const { own, similarity, keywords, bm25 } = whole as ArmScores;
  const near = board.part('similarity', (at) => {
    const cosine = (board.candidates[at] as Candidate).found[0]?.similarity;
    return cosine === undefined ? 'not among the nearest' : `cosine ${cosine.toFixed(3)}`;
  });
  const worded = board.part(
    'keywords',
    (at) => `BM25 ${bm25[at]?.toFixed(2)} with the words of the turns beside it`,
  );
  for (const at of own.keys()) {
    near(at, similarity[at] as number);
    worded(at, keywords[at] as number);
  }
  if (others.length === 0) return own;
  const { added, best } = addQuestionScores(own, others, weights);
  const answered = board.part(
    'questions',
    (at) => `of the query's questions: ${questions[best[at] as number]}`,
  );
  for (const [at, value] of added.entries()) answered(at, value);
  return own;
}
