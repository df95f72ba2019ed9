import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { AskedQuery } from './asked-query.ts';
import { CodeMemory } from './code-memory.ts';
import { Heads } from './heads.ts';
import { quantise } from './quantise.ts';
import { type IndexRow, RowIndex } from './row-index.ts';

const head = {
  ...{ kind: 1, importance: 3, length: 2, occurredAt: 0 },
  ...{ expiresAt: Number.POSITIVE_INFINITY, validTo: Number.POSITIVE_INFINITY },
};
const places = 140_000;
const dimensions = 16;

const vectorOf = (number: number) =>
  Float32Array.from({ length: dimensions }, (_, at) => Math.sin(number * (at + 1)));

function rowOf(number: number): IndexRow {
  const code = quantise(vectorOf(number));
  return { number, head, terms: `w${number % 97} w${number % 1009}`, ...(code && { code }) };
}

/** The heads and codes of many rows at once, and the words of some. */
function largeIndex(): RowIndex {
  const index = new RowIndex({ dimensions, memory: new CodeMemory() });
  const heads = new Heads();
  heads.reserve(places);
  for (let at = 0; at < places; at++) heads.set(at, { ...head, sum: 0 });
  const codes = new Uint8Array(places * (dimensions + 4));
  const scales = new DataView(codes.buffer, places * dimensions);
  for (let at = 0; at < places; at++) {
    const { scale = 0, code = [] } = quantise(vectorOf(at)) ?? {};
    codes.set(new Uint8Array(Int8Array.from(code).buffer), at * dimensions);
    scales.setFloat32(at * 4, scale, true);
  }
  const numbers = Int32Array.from({ length: places }, (_, at) => at);
  index.add({ numbers, heads: heads.write(0, places), codes, words: [new Uint8Array(0)] });
  index.put(Array.from({ length: 3000 }, (_, at) => rowOf(places + at)));
  return index;
}

function found(query: AskedQuery, index: RowIndex) {
  query.look(new Uint8Array(index.places).fill(1), { limit: 20 });
  return { wanted: query.wanted() };
}

it('finds the same in pieces as at once, whatever is written between two pieces', async () => {
  const index = largeIndex();
  const asked = { vector: vectorOf(123_456), terms: ['w5', 'w7'] };
  const atOnce = found(new AskedQuery(index, asked), index);
  let turns = 0;
  const count = async () => {
    for (;;) {
      await setImmediate();
      if (isPrepared) return;
      turns += 1;
    }
  };
  let isPrepared = false;
  const counting = count();
  const preparing = AskedQuery.prepared(index, asked);
  index.put([{ number: 2 * places, head, terms: 'other' }]);
  const query = await preparing;
  isPrepared = true;
  await counting;
  // After each word, each piece of the codes, and the words of all.
  expect(turns).toBeGreaterThanOrEqual(5);
  const { wanted } = found(query, index);
  expect(wanted).toEqual(atOnce.wanted);
  expect(atOnce.wanted.length).toBeGreaterThan(20);
});
