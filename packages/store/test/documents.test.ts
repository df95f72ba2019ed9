import { documentBackendSuite } from '@mneme/conformance';
import { describe, it } from 'vitest';
import { MemoryRows } from '../src/memory/index.ts';
import { documentPlace } from './document-place.ts';

describe('documents over rows in memory', () => {
  documentBackendSuite({
    describe,
    it,
    lacks: { bytes: 'rows in memory leave no file', records: 'only documents' },
    create: async () => {
      const kept = new Map();
      const open = () => documentPlace(new MemoryRows({ kept }));
      return { backend: open(), reopen: open, destroy: async () => {} };
    },
  });
});
