import { AssertionError } from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import { documentBackendCases } from '../src/document-backend/cases/index.ts';
import { runDocumentBackendCase } from '../src/document-backend/context.ts';
import {
  documentBackendSuite,
  documentsOf,
  InMemoryStore,
  ReferenceBackend,
} from '../src/index.ts';
import { brokenPlace } from './broken/broken-documents.ts';
import { brokenDocuments } from './broken/documents.ts';
import { expectCaught, mistakesOf, nameOf, seedsOf } from './caught.ts';

const mistakes = brokenDocuments.flatMap(mistakesOf);
const withRecords = documentBackendCases.filter(({ needs = [] }) => needs.includes('records'));

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

  it.each(withRecords)('leaves out records, by "$name"', async (expected) => {
    const create = async () => {
      const backend = new ReferenceBackend('in-memory', new InMemoryStore());
      const documents = documentsOf(backend);
      const { commit, removeStore } = documents;
      documents.commit = ({ records: _, ...request }) => commit(request);
      documents.removeStore = ({ records: _, ...request }) => removeStore(request);
      return { backend: Object.assign(backend, { documents }), destroy: async () => {} };
    };
    await expect(runDocumentBackendCase(expected, { create })).rejects.toThrow(AssertionError);
  });
});

describe('the suite for documents', () => {
  it('names every case differently', () => {
    const names = documentBackendCases.map(nameOf);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has a broken backend for every case', () => {
    const caught = [...new Set(mistakes.map(([, caughtBy]) => caughtBy))];
    const own = documentBackendCases.filter((each) => !withRecords.includes(each));
    const uncaught = own.filter((each) => !caught.some((name) => nameOf(each).includes(name)));
    expect(uncaught.map(nameOf)).toEqual([]);
  });
});
