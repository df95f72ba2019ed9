import { AssertionError } from 'node:assert';
import { MnemeError } from '@mneme/core';
import { describe, expect, it } from 'vitest';
import { runDocumentBackendCase } from '../src/document-backend/context.ts';
import { documentBackendCases, documentBackendSuite, InMemoryDocuments } from '../src/index.ts';
import { brokenPlace } from './broken/broken-documents.ts';
import { brokenDocuments } from './broken/documents.ts';

const nameOf = ({ group, name }: { group: string; name: string }) => `${group} > ${name}`;

describe('the in-memory backend of documents passes', () => {
  const sound = { breakIt: () => ({}) };
  const create = async () => brokenPlace(sound, new InMemoryDocuments());
  const lacks = { records: 'these are documents alone' };
  documentBackendSuite({ describe, it, lacks, create });
});

describe('the suite for documents catches a backend that', () => {
  for (const broken of brokenDocuments) {
    it(`${broken.mistake}, by "${broken.caughtBy}"`, async () => {
      const expected = documentBackendCases.find((known) => nameOf(known) === broken.caughtBy);
      if (expected === undefined) throw new Error(`there is no case "${broken.caughtBy}"`);
      const create = async () => brokenPlace(broken, new InMemoryDocuments());
      const failure = await runDocumentBackendCase(expected, { create }).then(
        () => 'it passed',
        (error: unknown) => error,
      );
      // Anything else would be a mistake of the test itself.
      if (MnemeError.isInstance(failure)) return;
      expect(failure).toBeInstanceOf(AssertionError);
    });
  }
});

describe('the suite for documents', () => {
  it('names every case differently', () => {
    const names = documentBackendCases.map(nameOf);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has a broken backend for every case', () => {
    const caught = new Set(brokenDocuments.map(({ caughtBy }) => caughtBy));
    // Those about records are in toy.test.ts, since the reference keeps documents alone.
    const own = documentBackendCases.filter(({ needs = [] }) => !needs.includes('records'));
    expect(own.map(nameOf).filter((name) => !caught.has(name))).toEqual([]);
  });
});
