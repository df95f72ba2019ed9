import { describe, expect, it } from 'vitest';
import type { Ranked } from '../ranking/index.ts';
import { choosePassages } from './passages.ts';

const said = [
  'I was at the fair in Porto',
  'What did you buy there?',
  'A blue kettle with a swan on its lid',
  'That sounds lovely',
  'My sister sold her boat last week',
  'The harbour is full of boats this year',
  'Somebody painted the old lighthouse white',
  'Shall we go and see it?',
  'Yes, on Sunday morning then',
].map(
  (content, sequence) =>
    ({
      relevance: 1,
      record: {
        id: String(sequence),
        content,
        occurredAt: `2026-01-01T00:0${sequence}:00.000Z`,
        source: { session: 's', sequence },
      },
    }) as unknown as Ranked,
);

const passagesOf = (found: readonly number[], room = 100) =>
  choosePassages(
    found.map((at) => said[at] as Ranked),
    { known: said, room, cost: (passages) => passages.flat().length },
  ).map((passage) => passage.map(({ entry }) => Number(entry.record.id)));

describe('passages', () => {
  it('contain the most relevant turn and the turns around it', () => {
    expect(passagesOf([5])).toEqual([[4, 5, 6, 7]]);
  });

  it('contain the question before an answer, the answer after a question, and what a pronoun refers to', () => {
    expect(passagesOf([5, 2])).toEqual([
      [1, 2],
      [4, 5, 6, 7],
    ]);
    expect(passagesOf([5, 1])).toEqual([
      [1, 2],
      [4, 5, 6, 7],
    ]);
    expect(passagesOf([0, 3])).toEqual([[0, 1, 2, 3]]);
  });

  it('are merged if they overlap, and contain each turn once', () => {
    expect(passagesOf([2, 4, 5])).toEqual([[1, 2, 3, 4, 5]]);
    expect(passagesOf([2, 4, 8, 7])).toEqual([
      [1, 2, 3, 4],
      [7, 8],
    ]);
  });

  it('respect their budget, with a single turn if its neighbours do not fit', () => {
    expect(passagesOf([5, 2], 5)).toEqual([[2], [4, 5, 6, 7]]);
    expect(passagesOf([5, 2], 2)).toEqual([[2], [5]]);
    expect(passagesOf([5], 1)).toEqual([[5]]);
    expect(passagesOf([5], 0)).toEqual([]);
  });

  it('add the neighbours of a single turn that fit, those needed to understand it first', () => {
    expect(passagesOf([5], 3)).toEqual([[5, 6, 7]]);
    expect(passagesOf([5], 2)).toEqual([[5, 6]]);
    expect(passagesOf([2], 2)).toEqual([[1, 2]]);
  });
});
