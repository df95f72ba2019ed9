import { memoryBackendSuite } from '@mneme/conformance';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { anyQdrant, type QdrantServer, whyNoQdrant } from '../../../tools/qdrant-server.mjs';
import { qdrantBackend } from '../src/index.ts';
import { dropCollection, emptyCollection, newCollectionName } from './collections.ts';

const reason = whyNoQdrant();

describe.skipIf(reason !== undefined)(
  `Qdrant${reason === undefined ? '' : ` [skipped: ${reason}]`}`,
  () => {
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

    memoryBackendSuite({
      describe,
      it,
      create: async () => {
        const make = () =>
          qdrantBackend({ url: server.url, apiKey: server.apiKey, collection, timeoutMs: 20_000 });
        return {
          backend: make(),
          reopen: make,
          destroy: () => emptyCollection(server, collection),
        };
      },
      lacks: {
        bytes: 'the server keeps deleted points in its segments and its log until it rewrites them',
      },
    });
  },
);
