import { memoryBackendSuite } from '@mneme/conformance';
import { sqliteBackend } from '@mneme/sqlite';
import { describe, it } from 'vitest';
import { testFile } from './test-file.ts';

memoryBackendSuite({
  describe,
  it,
  create: () => testFile((path) => sqliteBackend({ path })),
});
