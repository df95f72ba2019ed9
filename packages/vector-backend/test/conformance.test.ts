import { memoryBackendSuite } from '@mneme/conformance';
import { sqliteRows } from '@mneme/sqlite';
import { describe, it } from 'vitest';
import { qdrantBackend } from '../src/index.ts';
import { emptyCollection } from './collections.ts';
import { describeOnCollection } from './on-server.ts';
import { newPath } from './support.ts';

const bytes = 'the server keeps deleted points in its segments and its log until it rewrites them';

describeOnCollection('a store with Qdrant beside rows in SQLite', ({ collection, server }) => {
  memoryBackendSuite({
    ...{ describe, it, lacks: { bytes } },
    async create() {
      const path = newPath();
      const { url, apiKey } = server();
      const make = () =>
        qdrantBackend({ url, apiKey, collection, timeoutMs: 20_000, rows: sqliteRows({ path }) });
      return {
        ...{ backend: make(), reopen: make },
        destroy: () => emptyCollection(server(), collection),
      };
    },
  });
});
