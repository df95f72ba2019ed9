import { describe, expect, it } from 'vitest';
import { InMemoryStore, inMemoryBackend, memoryBackendSuite } from '../src/index.ts';
import { memoryBackendCases } from '../src/memory-backend/cases/index.ts';
import {
  type RunMemoryBackendCaseOptions,
  runMemoryBackendCase,
} from '../src/memory-backend/context.ts';
import { brokenStore } from './broken/broken-backend.ts';
import { brokenEverywhere } from './broken/generated.ts';
import { brokenReading } from './broken/reading.ts';
import { brokenSearching } from './broken/searching.ts';
import { brokenSpaces } from './broken/spaces.ts';
import { brokenWriting } from './broken/writing.ts';
import { expectCaught, mistakesOf, nameOf, seedsOf } from './caught.ts';

const createSound = async () => brokenStore(() => ({}), new InMemoryStore());

/** The suite in a runner of its own: one case after another, or only those whose titles begin so. */
async function checkMemoryBackend(options: RunMemoryBackendCaseOptions, begin = '') {
  const declared: { title: string; run?: () => Promise<void> }[] = [];
  const it = (title: string, run: () => Promise<void>) => declared.push({ title, run });
  memoryBackendSuite({
    ...options,
    describe: (_, body) => body(),
    it: Object.assign(it, { skip: (title: string) => declared.push({ title }) }),
  });
  const results: { title: string; outcome: 'passed' | 'failed' | 'skipped'; error?: unknown }[] =
    [];
  for (const { title, run } of declared.filter(({ title }) => title.startsWith(begin))) {
    if (run === undefined) results.push({ title, outcome: 'skipped' });
    else
      await run().then(
        () => results.push({ title, outcome: 'passed' }),
        (error: unknown) => results.push({ title, outcome: 'failed', error }),
      );
  }
  return results;
}

describe('the in-memory backend passes', () => {
  memoryBackendSuite({ describe, it, create: createSound });
});

describe('the suite catches a backend that', () => {
  const mistakes = [
    ...brokenEverywhere,
    brokenReading,
    brokenSearching,
    brokenSpaces,
    brokenWriting,
  ].flatMap(mistakesOf);

  it.each(mistakes)('%s, by "%s"', async (_, caughtBy, breakIt) => {
    const [expected, ...others] = memoryBackendCases.filter((known) =>
      nameOf(known).includes(caughtBy),
    );
    if (expected === undefined || others.length > 0) throw new Error(`not one case "${caughtBy}"`);
    const create = async () => brokenStore(breakIt, new InMemoryStore());
    for (const seed of seedsOf(expected))
      await expectCaught(runMemoryBackendCase(expected, { create, seed }));
  });
});

describe('the suite', () => {
  it('names every case differently', () => {
    const names = memoryBackendCases.map(nameOf);
    expect(new Set(names).size).toBe(names.length);
  });

  it('destroys every store that it asked for, also after a failure', async () => {
    const stores = { created: 0, destroyed: 0 };
    await checkMemoryBackend({
      async create() {
        stores.created += 1;
        const store = brokenStore(() => ({ get: async () => [] }), new InMemoryStore());
        return {
          ...store,
          async destroy() {
            stores.destroyed += 1;
          },
        };
      },
    });
    expect(stores).toEqual({
      created: memoryBackendCases.length,
      destroyed: memoryBackendCases.length,
    });
  });

  it('fails where the store offers less than was declared', async () => {
    const results = await checkMemoryBackend({
      create: async () => ({ backend: inMemoryBackend(), destroy: async () => undefined }),
      lacks: { bytes: 'nothing is written down' },
    });
    const failed = results.filter(({ outcome }) => outcome === 'failed');
    const skipped = results.filter(({ outcome }) => outcome === 'skipped');
    expect(failed.length).toBe(results.length - skipped.length);
    expect(failed[0]).toMatchObject({
      error: {
        message: 'reopen is not offered: offer it, or declare lacks.reopen with the reason',
      },
    });
  });

  it('fails where a lack is declared that is none', async () => {
    const results = await checkMemoryBackend({ create: createSound, lacks: { reopen: 'no file' } });
    expect(results.find(({ outcome }) => outcome === 'failed')).toMatchObject({
      error: { message: 'lacks.reopen is declared, but it is there: remove the declaration' },
    });
    expect(results.some(({ outcome }) => outcome === 'passed')).toBe(false);
  });

  it('skips what is declared to be lacking, and says why', async () => {
    const lacks = { bytes: 'memory only', reopen: 'no file' };
    const results = await checkMemoryBackend({
      create: async () => ({ backend: inMemoryBackend(), destroy: async () => undefined }),
      lacks,
    });
    expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    const skipped = results.filter(({ outcome }) => outcome === 'skipped');
    const needing = memoryBackendCases.filter(({ needs = [] }) =>
      needs.some((need) => need in lacks),
    );
    expect(skipped.length).toBe(needing.length);
    expect(skipped.at(0)?.title).toMatch(/ \[skipped, no reopen: no file\]$/);
    expect(skipped.some(({ title }) => title.endsWith(' [skipped, no bytes: memory only]'))).toBe(
      true,
    );
  });

  it('names what it tolerates in the case that is looser for it', async () => {
    const tolerates = { denseRecall: { why: 'an HNSW graph', atLeast: 0 } };
    const breakIt =
      brokenSearching['search: both arms']?.['compares the first half of a vector only'];
    const create = async () => brokenStore(breakIt ?? (() => ({})), new InMemoryStore());
    const looserIn = async (options: Partial<RunMemoryBackendCaseOptions>) =>
      (await checkMemoryBackend({ create, ...options }, 'the ten nearest of three hundred'))[0];
    expect(await looserIn({})).toMatchObject({ outcome: 'failed' });
    expect(await looserIn({ tolerates })).toMatchObject({
      outcome: 'passed',
      title: expect.stringContaining('[tolerates denseRecall: an HNSW graph]'),
    });
  });
});
