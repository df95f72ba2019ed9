import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentBackendSuite } from '@mneme/conformance';
import { describe, it } from 'vitest';
import { sqliteBackend } from '../src/index.ts';

documentBackendSuite({
  describe,
  it,
  create: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mneme-documents-'));
    const make = () =>
      sqliteBackend({ path: join(folder, 'memory.db'), durability: 'normal' }).documents;
    return {
      backend: make(),
      reopen: make,
      bytes: async () =>
        Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name)))),
      destroy: () => rm(folder, { recursive: true }),
    };
  },
});
