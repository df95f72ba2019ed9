import { afterAll, beforeAll, describe } from 'vitest';
import { anyQdrant, type QdrantServer, whyNoQdrant } from '../../../tools/qdrant-server.mjs';
import { dropCollection, newCollectionName } from './collections.ts';

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
