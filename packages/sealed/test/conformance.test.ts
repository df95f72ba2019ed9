import {
  documentBackendSuite,
  InMemoryStore,
  inMemoryBackend,
  inMemoryDocumentBackend,
  memoryBackendSuite,
} from '@mneme/conformance';
import type { BackendWithDocuments, MemoryBackend } from '@mneme/core/contract';
import { describe, it } from 'vitest';
import { sealedBackend, sealedDocuments } from '../src/index.ts';
import { lacks, type Place, sealing } from './sealing.ts';

describe('sealed records in memory', () => {
  memoryBackendSuite({
    describe,
    it,
    lacks,
    async create() {
      const store = new InMemoryStore();
      const reopen = () => inMemoryBackend({ store });
      const place: Place<MemoryBackend> = { backend: reopen(), reopen, destroy: async () => {} };
      return sealing(place, sealedBackend);
    },
  });
});

describe('sealed documents in memory', () => {
  documentBackendSuite({
    describe,
    it,
    lacks: { ...lacks, records: 'the store has only documents' },
    async create() {
      const store = new InMemoryStore();
      const reopen = () => inMemoryDocumentBackend({ store });
      const place: Place<BackendWithDocuments> = {
        backend: reopen(),
        reopen,
        destroy: async () => {},
      };
      return sealing(place, sealedDocuments);
    },
  });
});
