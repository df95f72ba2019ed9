import type { Candidate } from '@mneme/contract';
import { expect, it } from 'vitest';
import { armScores } from './arm-scores.ts';
import { SessionPlaces } from './session-places.ts';

it('a candidate far below the others loses at most two standard deviations in each arm', () => {
  const similarities = [...Array.from({ length: 20 }, (_, at) => 0.9 - at / 100), -1];
  const candidates = similarities.map((similarity) => {
    const found = [{ arms: { dense: true, lexical: false }, similarity, termFrequencies: [] }];
    return { record: { kind: 'fact', source: {} }, length: 5, found } as unknown as Candidate;
  });
  const scores = armScores(candidates, {
    query: 0,
    statistics: { count: 100, averageLength: 5, documentFrequencies: [] },
    weights: { dense: 0.5, window: 0 },
    places: new SessionPlaces(candidates.map(({ record }) => record)),
  });
  expect(scores.similarity.at(-1)).toBe(-2 * 0.5);
});
