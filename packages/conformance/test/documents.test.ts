import { describe, expect, it } from 'vitest';
import { documentBackendCases } from '../src/document-backend/cases/index.ts';
import { runDocumentBackendCase } from '../src/document-backend/context.ts';
import { documentBackendSuite, InMemoryStore } from '../src/index.ts';
import { brokenPlace } from './broken/broken-documents.ts';
import { brokenDocuments } from './broken/documents.ts';
import { expectCaught, mistakesOf, nameOf, seedsOf } from './caught.ts';

const mistakes = brokenDocuments.flatMap(mistakesOf);

describe('the in-memory backend of documents passes', () => {
  const create = async () => brokenPlace(() => ({}), new InMemoryStore());
  const lacks = { records: 'the store has only documents' };
  documentBackendSuite({ describe, it, lacks, create });
});

describe('the suite for documents catches a backend that', () => {
  it.each(mistakes)('%s, by "%s"', async (_, caughtBy, breakIt) => {
    const [expected, ...others] = documentBackendCases.filter((known) =>
      nameOf(known).includes(caughtBy),
    );
    if (expected === undefined || others.length > 0) throw new Error(`not one case "${caughtBy}"`);
    const create = async () => brokenPlace(breakIt, new InMemoryStore());
    for (const seed of seedsOf(expected))
      await expectCaught(runDocumentBackendCase(expected, { create, seed }));
  });
});

describe('the suite for documents', () => {
  it('names every case differently', () => {
    const names = documentBackendCases.map(nameOf);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has a broken backend for every case', () => {
    const caught = [...new Set(mistakes.map(([, caughtBy]) => caughtBy))];
    // Those about records are in toy.test.ts, since the reference keeps documents alone.
    const own = documentBackendCases.filter(({ needs = [] }) => !needs.includes('records'));
    const uncaught = own.filter((each) => !caught.some((name) => nameOf(each).includes(name)));
    expect(uncaught.map(nameOf)).toEqual([]);
  });
});
