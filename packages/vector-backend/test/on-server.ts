import type { MemoryBackend } from '@mneme/core';
import { afterAll, beforeAll, describe } from 'vitest';
import { anyQdrant, type QdrantServer, whyNoQdrant } from '../../../tools/qdrant-server.mjs';
import { qdrantBackend } from '../src/index.ts';
import { dropCollection, emptyCollection, newCollectionName } from './collections.ts';

interface Created {
  backend: MemoryBackend;
  reopen(): MemoryBackend;
  destroy(): Promise<void>;
}

/** Tests over a collection on whatever Qdrant there is; skipped, and their name says why, where there is none. */
export function describeOnServer(body: (create: () => Promise<Created>) => void): void {
  const reason = whyNoQdrant();
  describe.skipIf(reason !== undefined)(`Qdrant${reason ? ` [skipped: ${reason}]` : ''}`, () => {
    let server: QdrantServer;
    // Emptied after each case: making a collection with its indexes takes longer than most cases do.
    const collection = newCollectionName();
    beforeAll(async () => {
      server = await anyQdrant();
    });
    afterAll(async () => {
      await dropCollection(server, collection);
      await server.stop();
    });
    body(async () => {
      const { url, apiKey } = server;
      const make = () => qdrantBackend({ url, apiKey, collection, timeoutMs: 20_000 });
      return { backend: make(), reopen: make, destroy: () => emptyCollection(server, collection) };
    });
  });
}
