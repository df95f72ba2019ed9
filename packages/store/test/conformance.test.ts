import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentBackendSuite, memoryBackendSuite } from '@mneme/conformance';
import { sqliteRows } from '@mneme/sqlite';
import { describe, it } from 'vitest';
import { storeBackend } from '../src/index.ts';
import { MemoryRows } from '../src/memory/index.ts';

describe('a store over rows in memory', () => {
  const create = async () => {
    const kept = new Map();
    const open = () => storeBackend(new MemoryRows({ kept }));
    return { backend: open(), reopen: open, destroy: async () => {} };
  };
  const lacks = { bytes: 'rows in memory leave no file' };
  memoryBackendSuite({ describe, it, create, lacks });
  documentBackendSuite({ describe, it, create, lacks });
});

describe('a store over rows in a SQLite file', () => {
  const create = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mneme-'));
    const open = () => storeBackend(sqliteRows({ path: join(folder, 'memory.db') }));
    return {
      ...{ backend: open(), reopen: open },
      bytes: async () =>
        Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name)))),
      destroy: () => rm(folder, { recursive: true }),
    };
  };
  memoryBackendSuite({ describe, it, create });
  documentBackendSuite({ describe, it, create });
});
