import type { ListResponse, MemoryRecord, SearchResponse } from '@mneme/core/contract';
import { expect, it } from 'vitest';
import { type NumberedAnswer, ReceivedRecords, SentRecords } from './known-records.ts';

const record = (content: string) => ({ id: content, content }) as MemoryRecord;

/** A worker and its caller, with a copy of every message between them. */
function lane() {
  const [sent, received] = [new SentRecords(), new ReceivedRecords()];
  const crossed: NumberedAnswer[] = [];
  return {
    crossed,
    send<Answer extends SearchResponse | ListResponse>(answer: Answer): Answer {
      const copy = structuredClone(sent.pack(answer));
      crossed.push(copy);
      return received.unpack(copy) as Answer;
    },
  };
}

it('search results arrive unchanged, and a record in several results is sent once', () => {
  const [one, two, three] = ['one', 'two', 'three'].map(record) as [
    MemoryRecord,
    MemoryRecord,
    MemoryRecord,
  ];
  const answer = (...records: MemoryRecord[]): SearchResponse => ({
    candidates: records.map((each, at) => ({
      record: each,
      length: at + 3,
      found: [
        { arms: { dense: true, lexical: false }, similarity: -0.25, termFrequencies: [0, at] },
        { arms: { dense: false, lexical: at === 0 }, termFrequencies: [7] },
      ],
    })),
    statistics: [
      { count: 3, averageLength: 2, documentFrequencies: [1, 2] },
      { count: 3, averageLength: 2, documentFrequencies: [1] },
    ],
  });
  const { send, crossed } = lane();
  expect(send(answer(one, two))).toEqual(answer(one, two));
  expect(send(answer(two, three, one))).toEqual(answer(two, three, one));
  expect(send(answer())).toEqual(answer());
  expect(crossed.map(({ fresh }) => fresh.length)).toEqual([2, 1, 0]);
});

it('a list arrives unchanged, with the cursor of its next page', () => {
  const { send } = lane();
  const page: ListResponse = { records: [record('one'), record('two')], nextCursor: 'next' };
  expect(send(page)).toEqual(page);
  expect(send(page)).toEqual(page);
});

it('both sides drop cached records above a size, which are then sent again', () => {
  const { send, crossed } = lane();
  const records = Array.from({ length: 6 }, (_, at) => record(`${at} ${'x'.repeat(1_000_000)}`));
  const page: ListResponse = { records };
  expect(send(page)).toEqual(page);
  expect(send(page)).toEqual(page);
  expect(send(page)).toEqual(page);
  expect(crossed.map(({ fresh }) => fresh.length)).toEqual([6, 6, 6]);
});
