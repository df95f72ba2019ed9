import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candidate, SearchResponse } from '../backend.js';
import { referenceCalibration } from '../embedder.js';
import type { MemoryRecord, MemorySource } from '../record.js';
import { analyseQuery } from '../text/analyse-query.js';
import { rank, turnsToExtend } from './rank.js';

const now = '2026-03-01T00:00:00.000Z';

function candidate(
  id: string,
  given: {
    source?: MemorySource;
    content?: string;
    importance?: MemoryRecord['importance'];
    confirmedAt?: string;
  } & Partial<Candidate> = {},
): Candidate {
  const { source = {}, content = id, importance = 3, confirmedAt = now, ...rest } = given;
  const record: MemoryRecord = {
    id,
    scope: 's',
    content,
    category: 'factual_knowledge',
    tags: [],
    importance,
    createdAt: now,
    updatedAt: now,
    confirmedAt,
    occurredAt: now,
    accessCount: 0,
    source,
  };
  return { record, length: 5, ...rest };
}

function found(...candidates: Candidate[]): SearchResponse {
  return { candidates, statistics: { count: 100, averageLength: 5, documentFrequencies: [1] } };
}

function order(query: string, response: SearchResponse): string[] {
  const ranked = rank({
    query: analyseQuery(query),
    found: response,
    now,
    decay: { halfLifeDays: 30 },
    calibration: referenceCalibration,
  });
  return ranked.map(({ record }) => record.id);
}

describe('the ranking', () => {
  it('puts the only record with a rare word before many that are near by meaning', () => {
    const near = Array.from({ length: 50 }, (_, index) =>
      candidate(`near ${index}`, { similarity: 0.3 + index / 100 }),
    );
    expect(order('zebra', found(...near, candidate('rare', { termFrequencies: [1] })))[0]).toBe(
      'rare',
    );
  });

  it('lets a hit lift the turns beside it, the one after a question above all', () => {
    const turn = (sequence: number, rest: Partial<Candidate> = {}) =>
      candidate(`turn ${sequence}`, { source: { session: 's', sequence }, ...rest });
    const elsewhere = candidate('elsewhere', { source: { session: 't', sequence: 0 } });
    const response = found(
      turn(4, { termFrequencies: [1], similarity: 0.8, content: 'Where did you go?' } as never),
      turn(5),
      turn(9),
      elsewhere,
    );
    expect(order('zebra', response).indexOf('turn 5')).toBeLessThan(
      order('zebra', response).indexOf('turn 9'),
    );
    expect(order('zebra', response).indexOf('turn 9')).toBeLessThan(
      order('zebra', response).indexOf('elsewhere'),
    );
  });

  it('prefers the speaker whom the query names', () => {
    const said = (speaker: string) =>
      candidate(speaker, { similarity: 0.5, termFrequencies: [1], source: { speaker } });
    expect(order('What did Ada say?', found(said('Bo'), said('Ada')))).toEqual(['Ada', 'Bo']);
    expect(order('Bo said what?', found(said('Bo'), said('Ada')))).toEqual(['Bo', 'Ada']);
  });

  it('prefers what matters more, and what was confirmed later', () => {
    const equal = { similarity: 0.5, termFrequencies: [1] };
    expect(
      order(
        'zebra',
        found(
          candidate('a', { ...equal, importance: 1 }),
          candidate('b', { ...equal, importance: 5 }),
        ),
      ),
    ).toEqual(['b', 'a']);
    const old = candidate('a', { ...equal, confirmedAt: '2025-01-01T00:00:00.000Z' });
    expect(order('zebra', found(old, candidate('b', equal)))).toEqual(['b', 'a']);
  });

  it('does not depend on the order of the candidates, and its parts sum to the total', () => {
    const arbitrary = fc.uniqueArray(
      fc.record({
        id: fc.uuid(),
        similarity: fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: undefined }),
        frequency: fc.option(fc.nat(5), { nil: undefined }),
        sequence: fc.nat(6),
      }),
      { selector: ({ id }) => id, maxLength: 20 },
    );
    fc.assert(
      fc.property(arbitrary, (rows) => {
        const candidates = rows.map(({ id, similarity, frequency, sequence }) =>
          candidate(id, {
            similarity,
            termFrequencies: frequency === undefined ? undefined : [frequency],
            source: { session: 's', sequence },
          }),
        );
        expect(order('zebra', found(...candidates.toReversed()))).toEqual(
          order('zebra', found(...candidates)),
        );
        const ranked = rank({
          query: analyseQuery('zebra'),
          found: found(...candidates),
          now,
          decay: { halfLifeDays: 30 },
          calibration: referenceCalibration,
        });
        for (const { total, score, relevance, explanation } of ranked) {
          expect(explanation().parts.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(
            total,
            9,
          );
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
          expect(relevance).toBeGreaterThanOrEqual(0);
          expect(relevance).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('has the neighbours fetched of turns only, best first', () => {
    const response = found(
      candidate('alone', { similarity: 0.9 }),
      candidate('weak', { similarity: 0.1, source: { session: 's', sequence: 1 } }),
      candidate('strong', { similarity: 0.8, source: { session: 's', sequence: 7 } }),
    );
    expect(turnsToExtend({ query: analyseQuery('zebra'), found: response })).toEqual([
      { session: 's', sequence: 7 },
      { session: 's', sequence: 1 },
    ]);
  });
});
