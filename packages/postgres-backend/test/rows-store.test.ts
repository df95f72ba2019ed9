import { documentBackendSuite, memoryBackendSuite } from '@mneme/conformance';
import { storeBackend } from '@mneme/store';
import { describe, it } from 'vitest';
import { describeOnPostgres } from './on-server.ts';

const bytes =
  'removed rows stay in the write-ahead log of the server until it recycles them, and in its replicas and backups';

describeOnPostgres('A store over rows in PostgreSQL', (seat) => {
  const create = async () => {
    const { rows, reopen, destroy } = await seat.createRows();
    return { backend: storeBackend(rows), reopen: () => storeBackend(reopen()), destroy };
  };
  memoryBackendSuite({ describe, it, create, lacks: { bytes } });
  documentBackendSuite({ describe, it, create, lacks: { bytes } });
});
