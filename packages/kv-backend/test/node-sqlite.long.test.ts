import { documentBackendSuite, memoryBackendSuite } from '@mneme/conformance';
import { sqliteBackend } from '@mneme/sqlite';
import { describe, it } from 'vitest';
import { testFile } from './test-file.ts';

const driver = 'node:sqlite';

memoryBackendSuite({
  describe,
  it,
  create: () => testFile((path) => sqliteBackend({ path, driver })),
});
documentBackendSuite({
  describe,
  it,
  create: () => testFile((path) => sqliteBackend({ path, driver, durability: 'normal' })),
});
