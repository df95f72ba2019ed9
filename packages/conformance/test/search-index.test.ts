import { describe, expect, it } from 'vitest';
import { searchIndexSuite } from '../src/index.ts';
import { searchIndexCases } from '../src/search-index/cases.ts';
import { runSearchIndexCase } from '../src/search-index/context.ts';
import { brokenIndexes, brokenIndexStore } from './broken/search-index.ts';
import { expectCaught, mistakesOf, nameOf } from './caught.ts';

const createSound = async () => brokenIndexStore(() => ({}));

describe('an index in memory passes', () => {
  searchIndexSuite({ describe, it, create: createSound });
});

describe('the suite of search indexes catches an index that', () => {
  it.each(mistakesOf(brokenIndexes))('%s, by "%s"', async (_, caughtBy, breakIt) => {
    const [expected, ...others] = searchIndexCases.filter((each) =>
      nameOf(each).includes(caughtBy),
    );
    if (expected === undefined || others.length > 0) throw new Error(`not one case "${caughtBy}"`);
    await expectCaught(
      runSearchIndexCase(expected, { create: async () => brokenIndexStore(breakIt) }),
    );
  });
});

describe('the suite of search indexes', () => {
  it('has a mistake that each of its cases catches', () => {
    const names = searchIndexCases.map(nameOf);
    expect(new Set(names).size).toBe(names.length);
    const caught = Object.keys(brokenIndexes);
    expect(names.filter((name) => !caught.some((part) => name.includes(part)))).toEqual([]);
  });

  it('is looser for an approximate index, and only where it says so', async () => {
    const breakIt = brokenIndexes['of three hundred rows finds the ten nearest'];
    const create = async () =>
      brokenIndexStore(breakIt?.['looks at half of the rows'] ?? (() => ({})));
    const nearest = searchIndexCases.find(({ tolerance }) => tolerance === 'denseRecall');
    if (nearest === undefined) throw new Error('no case with a tolerance');
    const tolerates = { denseRecall: { why: 'a graph', atLeast: 0.5 } };
    await runSearchIndexCase(nearest, { create, tolerates });
  });
});
