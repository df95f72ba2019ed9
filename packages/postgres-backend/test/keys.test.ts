import { keyBackendSuite } from '@mneme/conformance';
import { storeBackend } from '@mneme/store';
import { describe, it } from 'vitest';
import { describeOnPostgres, type Seat } from './on-server.ts';

const stores = {
  PostgreSQL: (seat: Seat) => seat.create(),
  async 'A store over rows in PostgreSQL'(seat: Seat) {
    const { rows, reopen, destroy } = await seat.createRows();
    return { backend: storeBackend(rows), reopen: () => storeBackend(reopen()), destroy };
  },
};

for (const [name, create] of Object.entries(stores))
  describeOnPostgres(name, (seat) => {
    keyBackendSuite({
      describe,
      it,
      create: async () => {
        const { backend, reopen, destroy } = await create(seat);
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
