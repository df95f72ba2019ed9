import { documentBackendSuite } from '@mneme/conformance';
import { describe, it } from 'vitest';
import { describeOnPostgres } from './on-server.ts';

const bytes =
  'removed rows stay in the write-ahead log of the server until it recycles them, and in its replicas and backups';

describeOnPostgres('PostgreSQL', (seat) => {
  documentBackendSuite({
    describe,
    it,
    lacks: { bytes },
    create: () => seat.create(),
  });
});
