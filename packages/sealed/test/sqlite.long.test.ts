import { documentBackendSuite, memoryBackendSuite } from '@mneme/conformance';
import type { BackendWithDocuments, MemoryBackend } from '@mneme/core/contract';
import { sqliteBackend } from '@mneme/sqlite';
import { describe, it } from 'vitest';
import { testFile } from '../../kv-backend/test/test-file.ts';
import { sealedBackend, sealedDocuments } from '../src/index.ts';
import { lacks, sealing } from './sealing.ts';

describe('sealed records in SQLite', () => {
  memoryBackendSuite({
    describe,
    it,
    lacks,
    create: async () =>
      sealing<MemoryBackend>(
        await testFile((path) => sqliteBackend({ path, durability: 'normal' })),
        sealedBackend,
      ),
  });
});

describe('sealed documents in SQLite', () => {
  documentBackendSuite({
    describe,
    it,
    lacks: { ...lacks, records: 'the store has only documents' },
    async create() {
      const open = (path: string) => sqliteBackend({ path, durability: 'normal' });
      return sealing<BackendWithDocuments>(await testFile(open), sealedDocuments);
    },
  });
});
