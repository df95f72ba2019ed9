import { searchIndexSuite } from '@mneme/conformance';
import { describe, it } from 'vitest';
import { qdrantIndex } from '../src/index.ts';
import { dropCollection, emptyCollection } from './collections.ts';
import { faultProxy } from './fault-proxy.ts';
import { describeOnCollection } from './on-server.ts';

describeOnCollection('a search index in Qdrant', ({ collection, server }) => {
  searchIndexSuite({
    describe,
    it,
    async create() {
      const { url, apiKey } = server();
      const proxy = await faultProxy(url);
      const make = () => qdrantIndex({ url: proxy.url, apiKey, collection, timeoutMs: 20_000 });
      return {
        ...{ index: make(), reopen: make },
        lose: () => dropCollection(server(), collection),
        async outage(work) {
          proxy.fault = () => ({ kind: 'cut' });
          await work().finally(() => {
            proxy.fault = undefined;
          });
        },
        async destroy() {
          await proxy.close();
          // Making a collection with its indexes takes longer than most cases.
          await emptyCollection(server(), collection);
        },
      };
    },
  });
});
