import { afterAll } from 'vitest';
import {
  dropCollection,
  newCollectionName,
} from '../../packages/vector-backend/test/collections.ts';
import { describeOnCollection } from '../../packages/vector-backend/test/on-server.ts';

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
  describeOnCollection(name, ({ collection, server }) => {
    const others: string[] = [];
    afterAll(async () => {
      for (const other of others) await dropCollection(server(), other);
    });
    const addressOf = (of: string) => `qdrant:${server().url}/${of}`;
    body(() => ({
      address: addressOf(collection),
      another() {
        const other = newCollectionName();
        others.push(other);
        return addressOf(other);
      },
      env: { ...(server().apiKey && { QDRANT_API_KEY: server().apiKey }) },
    }));
  });
}
