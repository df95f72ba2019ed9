import { describe, it } from 'vitest';
import { inMemoryDocumentBackend } from './in-memory-backend.ts';
import { InMemoryDocuments } from './in-memory-store.ts';
import { documentBackendSuite } from './suite.ts';

documentBackendSuite({
  describe,
  it,
  lacks: { bytes: 'it keeps nothing outside of the process' },
  create: async () => {
    const documents = new InMemoryDocuments();
    const make = () => inMemoryDocumentBackend({ documents });
    return { backend: make(), reopen: make, destroy: async () => {} };
  },
});
