import { rowsSuite } from '@mneme/conformance';
import { sqliteRows } from '@mneme/sqlite';
import { MemoryRows } from '@mneme/store/memory';
import { describe, it } from 'vitest';
import { testFile } from '../../kv-backend/test/test-file.ts';
import { keyringInOrder, sealedBy } from './rows-place.ts';

const suite = { describe, it };
/** Scopes of the suite whose order it compares. */
const scopes = ['S1', 's1', 's2', 'user:ada', 'user:bob'];

describe('sealed rows in memory pass', () => {
  const why = 'in memory';
  rowsSuite({
    ...suite,
    lacks: { files: why, remains: why, check: why, bytes: why, compact: why },
    async create() {
      const kept = new Map();
      const make = sealedBy(await keyringInOrder(scopes), () => new MemoryRows({ kept }));
      return { rows: make(), reopen: make, destroy: async () => undefined };
    },
  });
});

describe('sealed rows in a SQLite file pass', () => {
  rowsSuite({
    ...suite,
    async create() {
      const keyring = await keyringInOrder(scopes);
      const { backend, reopen, bytes, destroy } = await testFile((path) => sqliteRows({ path }));
      const seal = (rows: typeof backend) => sealedBy(keyring, () => rows)();
      return { rows: seal(backend), reopen: () => seal(reopen()), files: bytes, destroy };
    },
  });
});
