import { rowsSuite } from '@mneme/conformance';
import { describe, it } from 'vitest';
import { describeOnPostgres } from './on-server.ts';

describeOnPostgres('Rows in PostgreSQL', (seat) => {
  rowsSuite({
    describe,
    it,
    create: () => seat.createRows(),
    lacks: { files: 'they are those of the server' },
  });
});
