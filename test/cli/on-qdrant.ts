import { afterAll, beforeAll, describe } from 'vitest';
import {
  dropCollection,
  newCollectionName,
} from '../../packages/vector-backend/test/collections.ts';
import { anyQdrant, type QdrantServer, whyNoQdrant } from '../../tools/qdrant-server.mjs';

/** A separate collection for a test file: its address and the environment of the command. */
export interface QdrantFixture {
  address: string;
  env: Record<string, string>;
  /** Returns the address of one more collection, also deleted at the end. */
  another(): string;
}

/**
 * A block of tests with a collection on any available Qdrant. Without one it is skipped, and its name gives the reason.
 * Call `seat` only while the tests run.
 */
export function describeOnQdrant(name: string, body: (seat: () => QdrantFixture) => void): void {
  const reason = whyNoQdrant();
  describe.skipIf(reason)(`${name}${reason ? ` [skipped: ${reason}]` : ''}`, () => {
    const collections = [newCollectionName()];
    let server: QdrantServer;
    beforeAll(async () => {
      server = await anyQdrant();
    });
    afterAll(async () => {
      for (const collection of collections) await dropCollection(server, collection);
      await server.stop();
    });
    const addressOf = (collection: string | undefined) => `qdrant:${server.url}/${collection}`;
    body(() => ({
      address: addressOf(collections[0]),
      another: () => addressOf(collections[collections.push(newCollectionName()) - 1]),
      env: { ...(server.apiKey && { QDRANT_API_KEY: server.apiKey }) },
    }));
  });
}
