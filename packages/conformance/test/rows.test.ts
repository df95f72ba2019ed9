import { MemoryRows } from '@mneme/store/memory';
import { describe, expect, it } from 'vitest';
import { type RowsStore, rowsSuite } from '../src/index.ts';
import { rowsCases } from '../src/rows/cases/index.ts';
import { runRowsCase } from '../src/rows/context.ts';
import { type BreakRows, type BrokenRows, brokenRowsStore } from './broken/rows/broken-rows.ts';
import { brokenKeeping } from './broken/rows/keeping.ts';
import { brokenReading } from './broken/rows/reading.ts';
import { brokenWriting } from './broken/rows/writing.ts';
import { expectCaught, mistakesOf, nameOf, seedsOf } from './caught.ts';

async function createInMemory(): Promise<RowsStore> {
  const kept = new Map();
  const make = () => new MemoryRows({ kept });
  return { rows: make(), reopen: make, destroy: async () => undefined };
}

const why = 'in memory';
const lacks = { files: why, remains: why, check: why, bytes: why, compact: why };

describe('rows in memory pass', () => {
  rowsSuite({ describe, it, create: createInMemory, lacks });
});

describe('rows with all that is optional pass', () => {
  rowsSuite({ describe, it, create: async () => brokenRowsStore(() => ({})) });
});

/** Refusals are many, and one driver makes all of these mistakes. */
const brokenRefusals: BrokenRows = Object.fromEntries(
  rowsCases
    .filter(({ group, name }) => group === 'refusals' && name.includes(' is refused'))
    .map((each) => [
      nameOf(each),
      {
        'answers what is not exact': (sound) => ({
          read: (scope, questions) =>
            sound.read(scope, questions).catch(() => questions.map(() => [])),
          write: (scope, batch) => sound.write(scope, batch).catch(() => true),
        }),
      },
    ]),
);

/** What random questions and batches find out, too. */
const brokenByChance: BrokenRows = {
  'answers as rows in memory > read': mistakesIn(brokenReading, [
    'read > gives the columns',
    'any: finds rows in the order of the lists',
    'any: rows of one list are in the order of the index',
    'any: a list may name fewer columns',
    'is: a range has all rows',
    'an index lacks the rows that have null',
    'after and before leave out the bounds',
    'bounds reach to the end of the key',
    'reverse turns the order',
    'limit gives the first rows',
  ]),
  'answers as rows in memory > write': mistakesIn(brokenWriting, [
    'puts a row in place of the one with its key',
    'keeps the last of several rows with one key',
    'removes the rows whose key begins with a list',
    'removes all rows of a table for an empty list',
    'write > removes, then puts, then patches',
    'patches one after the other',
    'adds nothing to null',
    'writes nothing if one of many expectations is not met',
    'checks expectations before it writes',
  ]),
};

function mistakesIn(broken: BrokenRows, cases: readonly string[]): Record<string, BreakRows> {
  return Object.assign({}, ...cases.map((name) => broken[name]));
}

const broken = [brokenReading, brokenWriting, brokenKeeping, brokenRefusals, brokenByChance];

describe('the suite of rows catches a store that', () => {
  const mistakes = broken.flatMap(mistakesOf);

  it.each(mistakes)('%s, by "%s"', async (_, caughtBy, breakIt) => {
    const [expected, ...others] = rowsCases.filter((known) => nameOf(known).includes(caughtBy));
    if (expected === undefined || others.length > 0) throw new Error(`not one case "${caughtBy}"`);
    const create = async () => brokenRowsStore(breakIt);
    for (const seed of seedsOf(expected))
      await expectCaught(runRowsCase(expected, { create, seed }));
  });
});

describe('the suite of rows', () => {
  it('names every case differently, and each has a mistake that it catches', () => {
    const names = rowsCases.map(nameOf);
    expect(new Set(names).size).toBe(names.length);
    const caught = broken.flatMap((each) => Object.keys(each));
    expect(names.filter((name) => !caught.some((part) => name.includes(part)))).toEqual([]);
  });
});
