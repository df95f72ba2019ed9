import type { Candidate, MemorySource } from '@mneme/contract';
import { describe, expect, it } from 'vitest';
import { bestTurns } from './best-turns.ts';

const weights = { dense: 0.5, window: 0.2, questions: 0.7 };

function candidate(similarity: number, source: MemorySource): Candidate {
  const found = [{ arms: { dense: true, lexical: false }, similarity, termFrequencies: [0] }];
  return { record: { source }, length: 5, found } as unknown as Candidate;
}

describe('the best turns', () => {
  it('have a position in a session and come best first, up to the limit', () => {
    const candidates = [
      candidate(0.9, {}),
      candidate(0.1, { session: 's', sequence: 1 }),
      candidate(0.8, { session: 's', sequence: 7 }),
      candidate(0.95, { session: 's' }),
    ];
    const statistics = [{ count: 100, averageLength: 5, documentFrequencies: [1] }];
    const best = (turns: number) => bestTurns({ candidates, statistics }, { turns, weights });
    expect(best(9)).toEqual([
      { session: 's', sequence: 7 },
      { session: 's', sequence: 1 },
    ]);
    expect(best(1)).toEqual([{ session: 's', sequence: 7 }]);
  });
});
