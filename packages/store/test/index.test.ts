import { describe, expect, it } from 'vitest';
import { MemoryRows } from '../src/memory/index.ts';
import {
  answerOf,
  answersAsReadAnew,
  countedRows,
  fileRows,
  opened,
  segmentsIn,
  Writes,
  withoutSegments,
} from './random-index.ts';
import { recordId, stored } from './suites/records/builders.ts';
import { put, remove } from './suites/records/steps.ts';

describe('the index of a scope', () => {
  it('answers after any writes, and from segments, as one that was read anew', () =>
    answersAsReadAnew(1));

  it('is read from few rows once segments were written', async () => {
    const writes = new Writes(4);
    const first = await opened(fileRows());
    await writes.add(first, 3000);
    const request = { vector: writes.vector(), terms: ['w1', 'w2'] };
    const expected = await answerOf(first, request);
    await first.close();
    const { rows, rowsRead } = countedRows();
    const again = await opened(rows);
    expect(await answerOf(again, request)).toEqual(expected);
    expect(rowsRead()).toBe(0);
    await again.close();
  });

  it('is read from few rows after many were written, before anybody has searched', async () => {
    const writes = new Writes(7);
    const first = await opened(fileRows());
    for (const count of [1024, 1024, 1024, 600]) await writes.add(first, count);
    await first.close();
    const request = { vector: writes.vector(), terms: ['w1', 'w2'] };
    const anew = await opened(withoutSegments(fileRows()));
    const expected = await answerOf(anew, request);
    await anew.close();
    const { rows, rowsRead } = countedRows();
    const again = await opened(rows);
    expect(await answerOf(again, request)).toEqual(expected);
    expect(rowsRead()).toBe(0);
    await again.close();
  });

  it('of two stores over the same rows finds what the other has written and removed', async () => {
    const kept = new Map();
    const [one, other] = [
      await opened(new MemoryRows({ kept })),
      await opened(new MemoryRows({ kept })),
    ];
    const writes = new Writes(5);
    for (let round = 0; round < 6; round++)
      for (const [writer, reader] of [
        [one, other],
        [other, one],
      ] as const) {
        await writes.add(writer, 3);
        await writes.change(writer);
        await writes.remove(writer, 2);
        const request = { vector: writes.vector(), terms: writes.text().split(' ') };
        const anew = await opened(new MemoryRows({ kept }));
        expect(await answerOf(reader, request)).toEqual(await answerOf(anew, request));
      }
  });

  it('has no words of what was removed in its segments', async () => {
    const writes = new Writes(6);
    const rows = fileRows();
    const store = await opened(rows);
    await put(store, [stored({ id: recordId(9999), content: 'zanzibar secret' })]);
    await writes.add(store, 1200);
    const request = { vector: writes.vector(), terms: ['zanzibar'] };
    await answerOf(store, request);
    await store.close();
    const reopened = fileRows();
    const second = await opened(reopened);
    const hasIt = async () =>
      (await segmentsIn(reopened)).some(({ content }) =>
        Buffer.from(content as Uint8Array).includes('zanzibar'),
      );
    expect(await hasIt()).toBe(true);
    await remove(second, [recordId(9999)]);
    expect(await hasIt()).toBe(false);
    await second.close();
  });
});
