import {
  documentBackendSuite,
  keyBackendSuite,
  memoryBackendSuite,
  rowsSuite,
} from '@mneme/conformance';
import { sqliteRows } from '@mneme/sqlite';
import { storeBackend } from '@mneme/store';
import { MemoryRows } from '@mneme/store/memory';
import { describe, it } from 'vitest';
import { testFile } from '../../kv-backend/test/test-file.ts';
import { memoryKeyring } from './memory-keyring.ts';
import { keyringInOrder, sealedBy } from './rows-place.ts';
import { lacks } from './sealing.ts';

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

describe('over sealed rows', () => {
  const inMemory = () => {
    const kept = new Map();
    return sealedBy(memoryKeyring(), () => new MemoryRows({ kept }));
  };
  const create = async () => {
    const make = inMemory();
    const open = () => storeBackend(make());
    return { backend: open(), reopen: open, destroy: async () => {} };
  };
  memoryBackendSuite({ ...suite, lacks, create });
  documentBackendSuite({ ...suite, lacks, create });
  keyBackendSuite({
    ...suite,
    async create() {
      const make = inMemory();
      const open = async () => {
        const backend = storeBackend(make());
        await backend.open({});
        return backend.keys;
      };
      return { keys: await open(), reopen: open };
    },
  });
});
