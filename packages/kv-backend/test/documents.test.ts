import { documentBackendSuite } from '@mneme/conformance';
import { sqliteBackend } from '@mneme/sqlite';
import { describe, it } from 'vitest';
import { testFile } from './test-file.ts';

documentBackendSuite({
  describe,
  it,
  create: () => testFile((path) => sqliteBackend({ path, durability: 'normal' })),
});
