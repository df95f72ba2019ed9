import { describe, it } from 'vitest';
import { inMemoryDocumentBackend } from './in-memory-backend.js';
import { InMemoryDocuments } from './in-memory-store.js';
import { documentBackendSuite } from './suite.js';

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
