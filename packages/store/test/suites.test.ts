import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type IndexedScope, MemoryIndex } from '@mneme/conformance';
import { sqliteRows } from '@mneme/sqlite';
import { describe } from 'vitest';
import { storeBackend } from '../src/index.ts';
import { MemoryRows } from '../src/memory/index.ts';
import { type Cases, declareCases, type StoreContext } from './suites/context.ts';
import { answersCases as documentAnswers } from './suites/documents/cases/answers.ts';
import { concurrencyCases as documentWriters } from './suites/documents/cases/concurrency.ts';
import { pagesCases as documentPages } from './suites/documents/cases/pages.ts';
import { withRecordsCases } from './suites/documents/cases/with-records.ts';
import { storedKeyCases } from './suites/key-cases.ts';
import { answersCases } from './suites/records/cases/answers.ts';
import { closeCases } from './suites/records/cases/close.ts';
import { commitCases } from './suites/records/cases/commit.ts';
import { concurrencyCases } from './suites/records/cases/concurrency.ts';
import { largeCases } from './suites/records/cases/large.ts';
import { openCases } from './suites/records/cases/open.ts';
import { pagesCases } from './suites/records/cases/pages.ts';
import { scopesCases } from './suites/records/cases/scopes.ts';
import { spacesCases } from './suites/records/cases/spaces.ts';

const keyGroup: Cases = Object.fromEntries(
  Object.entries(storedKeyCases).map(([name, run]) => [
    name,
    ({ backend, another }: StoreContext) =>
      run({ keys: backend.keys, another: async () => (await another()).keys }),
  ]),
);

/** What differs by where the rows are: two writers at once, large batches, orders of texts. */
const everywhere = {
  'two writers': concurrencyCases,
  'two writers of documents': documentWriters,
  'records as in the model': answersCases,
  'documents as in the model': documentAnswers,
};

const groups = {
  ...everywhere,
  open: openCases,
  commit: commitCases,
  pages: pagesCases,
  scopes: scopesCases,
  'many records': largeCases,
  spaces: spacesCases,
  close: closeCases,
  'pages of documents': documentPages,
  'documents with records': withRecordsCases,
  keys: keyGroup,
};

describe('a store over rows in memory', () => {
  declareCases(groups, {
    async create() {
      const kept = new Map();
      return { make: () => storeBackend(new MemoryRows({ kept })), destroy: async () => {} };
    },
  });
});

describe('a store over rows in a SQLite file', () => {
  declareCases(everywhere, {
    async create() {
      const folder = await mkdtemp(join(tmpdir(), 'mneme-'));
      const path = join(folder, 'memory.db');
      return {
        make: () => storeBackend(sqliteRows({ path, durability: 'normal' })),
        destroy: () => rm(folder, { recursive: true }),
      };
    },
  });
});

describe('a store with a search index beside it', () => {
  const searching = { 'records as in the model': answersCases };
  declareCases(searching, {
    async create() {
      const [kept, indexed] = [new Map(), new Map<string, IndexedScope>()];
      const make = () =>
        storeBackend(new MemoryRows({ kept }), { index: new MemoryIndex(indexed) });
      return { make, destroy: async () => {} };
    },
  });
});
