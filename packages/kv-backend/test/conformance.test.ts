import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryBackendSuite } from '@mneme/conformance';
import { sqliteBackend } from '@mneme/sqlite';
import { describe, it } from 'vitest';

memoryBackendSuite({
  describe,
  it,
  create: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mneme-'));
    const make = () => sqliteBackend({ path: join(folder, 'memory.db') });
    return {
      backend: make(),
      reopen: make,
      bytes: async () =>
        Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name)))),
      destroy: () => rm(folder, { recursive: true }),
    };
  },
});
