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

interface Seat {
  collection: string;
  /** Set once the tests run. */
  server(): QdrantServer;
}

/** Tests on a collection of the available Qdrant; without one they are skipped, with the reason in their name. */
export function describeOnCollection(name: string, body: (seat: Seat) => void): void {
  const reason = whyNoQdrant();
  describe.skipIf(reason)(`${name}${reason ? ` [skipped: ${reason}]` : ''}`, () => {
    let server: QdrantServer;
    const collection = newCollectionName();
    beforeAll(async () => {
      server = await anyQdrant();
    });
    afterAll(async () => {
      await dropCollection(server, collection);
      await server.stop();
    });
    body({ collection, server: () => server });
  });
}

/** For a suite. The collection is emptied after each case, because creating one with its indexes takes longer than most cases. */
export function describeOnServer(body: (create: () => Promise<Created>) => void): void {
  describeOnCollection('Qdrant', ({ collection, server }) => {
    body(async () => {
      const { url, apiKey } = server();
      const make = () => qdrantBackend({ url, apiKey, collection, timeoutMs: 20_000 });
      return {
        backend: make(),
        reopen: make,
        destroy: () => emptyCollection(server(), collection),
      };
    });
  });
}
