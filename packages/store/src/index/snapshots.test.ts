import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { CodeMemory } from './code-memory.ts';
import { type IndexRow, RowIndex } from './row-index.ts';
import { Snapshots } from './snapshots.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What a case has made, so that another one does not measure how it is freed. */
const made: unknown[] = [];

function usedBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Rows of twenty words, most of which other rows have too. */
function rowsOf(count: number, first = 1): IndexRow[] {
  return Array.from({ length: count }, (_, at) => {
    const words = Array.from(
      { length: 20 },
      (_, word) => `word${((first + at) * 7 + word * word) % 3000}`,
    );
    const { POSITIVE_INFINITY: never } = Number;
    return {
      number: first + at,
      terms: words.join(' '),
      head: { kind: 1, importance: 3, length: 20, occurredAt: 0, expiresAt: never, validTo: never },
      code: { scale: 1, code: new Int8Array(256).fill(at) },
    };
  });
}

describe('the bytes of an index', () => {
  it.each([
    ['of many scopes with a few rows that were read at once', { scopes: 800, rows: 5, at: 5 }],
    ['of scopes with hundreds of rows', { scopes: 60, rows: 400, at: 400 }],
    ['of rows that were written one by one', { scopes: 80, rows: 50, at: 1 }],
    ['of many rows that were written one by one', { scopes: 20, rows: 500, at: 1 }],
  ])('cover what it takes: %s', (_, { scopes, rows, at }) => {
    const memory = new CodeMemory();
    const before = usedBytes();
    const indexes = Array.from({ length: scopes }, () => {
      const index = new RowIndex({ dimensions: 256, memory });
      for (let row = 0; row < rows; row += at) index.put(rowsOf(at, row + 1));
      index.rowsOf(['word1', 'word7', 'nowhere']);
      return index;
    });
    const used = usedBytes() - before;
    made.push(indexes, memory);
    const counted = indexes.reduce((sum, { bytes }) => sum + bytes, 0);
    // The memory for codes grows by a quarter at a time.
    expect(used).toBeLessThan(counted * 1.25);
    expect(counted).toBeLessThan(used * 2);
  });

  it('are at most 0.8 kB a record in a scope of fifty that was read', () => {
    const index = new RowIndex({ dimensions: 256, memory: new CodeMemory() });
    index.put(rowsOf(50));
    expect(index.bytes / 50).toBeLessThan(800);
  });
});

describe('the words of an index', () => {
  it('are found in whatever steps its rows came, were changed and removed', () => {
    const memory = new CodeMemory();
    const inSteps = new RowIndex({ memory });
    const rows = rowsOf(3000);
    for (let from = 0, step = 1; from < rows.length; from += step, step = (step * 3) % 199 || 1)
      inSteps.put(rows.slice(from, from + step));
    const changed = rows
      .filter((_, at) => at % 5 === 0)
      .map((row) => ({ ...row, terms: 'changed' }));
    inSteps.put(changed);
    const kept = rows.filter((_, at) => at % 7 !== 0);
    inSteps.keep(Int32Array.from(kept, ({ number }) => number));
    const atOnce = new RowIndex({ memory });
    const terms = new Map(changed.map(({ number, terms }) => [number, terms]));
    atOnce.put(kept.map((row) => ({ ...row, terms: terms.get(row.number) ?? row.terms })));
    const found = (index: RowIndex, term: string) => {
      const [{ places, counts } = { places: [], counts: [] }] = index.rowsOf([term]);
      return Array.from(places, (place, at) => [index.numberAt(place), counts[at]]);
    };
    for (const term of ['changed', 'word0', 'word1', 'word77', 'word2999', 'nowhere'])
      expect(found(inSteps, term), term).toEqual(found(atOnce, term));
    expect(found(inSteps, 'word77').length).toBeGreaterThan(0);
  });
});

describe('a cache of indexes', () => {
  it('drops the ones unused longest when another one has grown, and counts', () => {
    const dropped: string[] = [];
    const snapshots = new Snapshots<{ bytes: number; release(): void }>({ budgetBytes: 100 });
    const entries = ['a', 'b', 'c'].map((name) => {
      const entry = { bytes: 30, release: () => void dropped.push(name) };
      snapshots.set(name, entry);
      snapshots.trim(name);
      return entry;
    });
    expect([snapshots.get('a'), snapshots.get('none')]).toEqual([entries[0], undefined]);
    entries[2]!.bytes = 60;
    snapshots.trim('c');
    expect(dropped).toEqual(['b']);
    expect(snapshots.counts).toEqual({ scopes: 2, bytes: 90, hits: 1, misses: 1, evictions: 1 });
    entries[2]!.bytes = 500;
    snapshots.get('c');
    snapshots.trim('c');
    expect(dropped).toEqual(['b', 'a']);
    snapshots.drop('c');
    expect(snapshots.counts).toMatchObject({ scopes: 0, bytes: 0, hits: 2, evictions: 2 });
  });
});
