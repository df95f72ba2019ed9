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
