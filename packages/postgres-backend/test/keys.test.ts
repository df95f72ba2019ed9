import { keyBackendSuite } from '@mneme/conformance';
import { describe, it } from 'vitest';
import { describeOnPostgres } from './on-server.ts';

describeOnPostgres('PostgreSQL', (seat) => {
  keyBackendSuite({
    describe,
    it,
    create: async () => {
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
