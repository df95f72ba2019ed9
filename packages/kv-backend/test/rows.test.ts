import { rowsSuite } from '@mneme/conformance';
import { sqliteRows } from '@mneme/sqlite';
import { describe, it } from 'vitest';
import { rowsFile } from './rows-file.ts';

describe('rows in a SQLite file pass', () => {
  rowsSuite({ describe, it, create: () => rowsFile((path) => sqliteRows({ path })) });
});

describe('rows in a SQLite database in memory pass', () => {
  const why = 'it ends with the process';
  rowsSuite({
    describe,
    it,
    create: async () => ({ rows: sqliteRows({ path: ':memory:' }), destroy: async () => {} }),
    lacks: { reopen: why, files: why },
  });
});
