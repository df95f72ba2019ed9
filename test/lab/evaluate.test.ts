import type { Memory } from '@mneme/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { evaluate, type Ranking } from '../../lab/eval/evaluate.ts';
import {
  jsonLines,
  openTestMemory,
  streamOf,
} from '../../packages/runtime/test/open-test-memory.ts';

let memory: Memory;
beforeEach(async () => {
  memory = await openTestMemory();
});
afterEach(() => memory.close());

const memories = jsonLines(
  { id: 'm1', scope: 'a', text: 'The cat is called Bolota.' },
  { id: 'm2', scope: 'a', text: 'The cat is called Bolota.' },
  { id: 'm3', scope: 'b', text: 'The dog is called Bolota.' },
  { id: 'm4', scope: 'b', text: '' },
);

describe('evaluate', () => {
  it('answers each query from its own scope and keeps equal texts apart', async () => {
    const rankings: Ranking[] = [];
    const report = await evaluate(memory, {
      memories: streamOf(memories),
      queries: streamOf(
        jsonLines(
          { id: 'q1', scope: 'a', text: 'What is Bolota?', relevant: ['m1', 'm2'], type: 'x' },
          { id: 'q2', scope: 'b', text: 'What is Bolota?', relevant: ['m1'] },
          { id: 'q3', scope: 'a', text: 'Who is Bolota?' },
        ),
      ),
      onRanking: (ranking) => void rankings.push(ranking),
    });
    expect(rankings.map(({ id, ranked }) => [id, [...ranked].sort()])).toEqual([
      ['q1', ['m1', 'm2']],
      ['q2', ['m3']],
      ['q3', ['m1', 'm2']],
    ]);
    expect(rankings[0]?.scores).toHaveLength(2);
    expect(report).toMatchObject({ memories: 3, queries: 3, overall: { n: 2, 'R@5': 0.5 } });
    expect(report.refused).toMatchObject([{ at: 'line 4', message: /content/ }]);
  });

  it('names the line of an unreadable query', async () => {
    const run = (...queries: unknown[]) =>
      evaluate(memory, { memories: streamOf(''), queries: streamOf(jsonLines(...queries)) });
    await expect(run({ id: 'q' })).rejects.toThrow('line 1 of the queries: text');
    await expect(run({ id: 'q', text: 'x' }, { id: 'q', text: 'y' })).rejects.toThrow('line 2');
    await expect(run({ id: 'q', text: 'x', relevant: 'm1' })).rejects.toThrow('relevant');
  });
});
