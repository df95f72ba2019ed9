import type { EngineContext } from '@mneme/engine/context';
import type { LexicalStatistics, SearchResponse } from '@mneme/engine/contract';

type Searched = Pick<EngineContext['backend'], 'search' | 'neighbours'>;

/**
 * A search of facts that tells how rare words are among those it found. The statistics of a scope are of its turns above
 * all: by them the word that a message shares with one fact is a common one, and no fact looks sure.
 */
export function amongFacts(backend: Searched): Searched {
  return {
    async search(request) {
      const found = await backend.search(request);
      // Without a vector only what shares words was found, which is no picture of the rest.
      const hasRest = found.candidates.some(({ arms }) => arms.dense);
      return hasRest ? { ...found, statistics: statisticsOf(found) } : found;
    },
    neighbours: (request) => backend.neighbours(request),
  };
}

function statisticsOf({ candidates, statistics }: SearchResponse): LexicalStatistics {
  const holding = (term: number) =>
    candidates.filter(({ termFrequencies }) => (termFrequencies[term] ?? 0) > 0).length;
  return {
    count: candidates.length,
    averageLength: candidates.reduce((sum, { length }) => sum + length, 0) / candidates.length,
    documentFrequencies: statistics.documentFrequencies.map((_, term) => holding(term)),
  };
}
