import { afterAll, beforeAll, describe } from 'vitest';
import {
  dropCollection,
  newCollectionName,
} from '../../packages/vector-backend/test/collections.ts';
import { anyQdrant, type QdrantServer, whyNoQdrant } from '../../tools/qdrant-server.mjs';

/** A collection of a test file's own, for `--backend` and the environment of the command. */
export interface QdrantFixture {
  address: string;
  env: Record<string, string>;
  /** The address of one more collection, which goes at the end too. */
  another(): string;
}

/**
 * A block of tests with a collection on whatever Qdrant there is; skipped, and its name says why, where there is none.
 * `seat` answers once the tests run.
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
