import { type EngineContext, readMemories } from '@mneme/engine/context';
import type { LexicalStatistics, SearchResponse } from '@mneme/engine/contract';
import { isSaid, type SearchContext, withoutRepeats } from '../records/index.ts';

/**
 * A search of facts that tells how rare words are among those it found. The statistics of a scope are of its turns above
 * all: by them the word that a message shares with one fact is a common one, and no fact looks sure. What was said in a turn
 * is looked for as the turn, with all around it, as long as the turn is there.
 */
export function amongFacts(backend: EngineContext['backend']): SearchContext['backend'] {
  return {
    async search(request) {
      const all = await backend.search(request);
      const evidence = all.candidates.flatMap(({ record }) =>
        isSaid(record) ? (record.evidence ?? []) : [],
      );
      const turns = await readMemories(backend, request.scope, [...new Set(evidence)]);
      const found = withoutRepeats(all, new Set(turns.map(({ id }) => id)));
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
