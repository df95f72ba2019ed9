import { type EngineContext, readMemories } from '@mneme/engine/context';
import type { Candidate, Found, LexicalStatistics } from '@mneme/engine/contract';
import { isSaid, withoutRepeats } from '../records/index.ts';

type Searched = Pick<EngineContext['backend'], 'search'>;

/**
 * A search of facts that measures how rare words are among the facts it found. The statistics of a scope count mostly
 * turns: by them, a word that a message shares with one fact would be common, and no fact would be sure. Facts learned
 * from an existing turn are left out, because the turn with its context is found instead.
 */
export function amongFacts(backend: EngineContext['backend']): Searched {
  return {
    async search(request) {
      const all = await backend.search(request);
      const evidence = all.candidates.flatMap(({ record }) =>
        isSaid(record) ? (record.evidence ?? []) : [],
      );
      const turns = await readMemories(backend, request.scope, [...new Set(evidence)]);
      const { candidates, statistics } = withoutRepeats(all, new Set(turns.map(({ id }) => id)));
      return {
        candidates,
        statistics: statistics.map((each, query) => {
          const found = candidates.filter(({ found }) => isFound(found[query]));
          // Without a vector, only facts with common words were found, which would distort the statistics.
          const hasRest = found.some((candidate) => candidate.found[query]?.arms.dense);
          return hasRest ? statisticsOf(found, query, each) : each;
        }),
      };
    },
  };
}

function isFound(found: Found | undefined): boolean {
  return found !== undefined && (found.arms.dense || found.arms.lexical);
}

function statisticsOf(
  candidates: readonly Candidate[],
  query: number,
  { documentFrequencies }: LexicalStatistics,
): LexicalStatistics {
  const holding = (term: number) =>
    candidates.filter(({ found }) => (found[query]?.termFrequencies[term] ?? 0) > 0).length;
  return {
    count: candidates.length,
    averageLength: candidates.reduce((sum, { length }) => sum + length, 0) / candidates.length,
    documentFrequencies: documentFrequencies.map((_, term) => holding(term)),
  };
}
