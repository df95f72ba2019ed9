import { MemoryRows } from '@mneme/store/memory';
import { describe, expect, it } from 'vitest';
import { type RowsStore, rowsSuite } from '../src/index.ts';
import { rowsCases } from '../src/rows/cases/index.ts';
import { runRowsCase } from '../src/rows/context.ts';
import { type BreakRows, brokenRowsStore } from './broken/rows/broken-rows.ts';
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
const brokenRefusals: Record<string, Record<string, BreakRows>> = Object.fromEntries(
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

describe('the suite of rows catches a store that', () => {
  const mistakes = [brokenReading, brokenWriting, brokenKeeping, brokenRefusals].flatMap(
    mistakesOf,
  );

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
    const broken = [brokenReading, brokenWriting, brokenKeeping, brokenRefusals];
    const caught = broken.flatMap((each) => Object.keys(each));
    expect(names.filter((name) => !caught.some((part) => name.includes(part)))).toEqual([]);
  });
});
