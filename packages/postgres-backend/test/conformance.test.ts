import { documentBackendSuite, keyBackendSuite, memoryBackendSuite } from '@mneme/conformance';
import { describe, it } from 'vitest';
import { describeOnPostgres } from './on-server.ts';

const bytes =
  'removed rows stay in the write-ahead log of the server until it recycles them, and in its replicas and backups';

describeOnPostgres('PostgreSQL', (seat) => {
  const create = () => seat.create();
  memoryBackendSuite({ describe, it, create, lacks: { bytes } });
  documentBackendSuite({ describe, it, create, lacks: { bytes } });
  keyBackendSuite({
    describe,
    it,
    async create() {
      const { backend, reopen, destroy } = await seat.create();
      const opened = [backend];
      await backend.open({});
      return {
        keys: backend.keys,
        async reopen() {
          const other = reopen();
          opened.push(other);
          await other.open({});
          return other.keys;
        },
        async destroy() {
          for (const each of opened) await each.close();
          await destroy();
        },
      };
    },
  });
});
