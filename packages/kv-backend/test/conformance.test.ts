import { memoryBackendSuite } from '@mneme/conformance';
import { sqliteBackend } from '@mneme/sqlite';
import { describe, it } from 'vitest';
import { driverNames } from '../src/drivers/index.ts';
import { testFile } from './test-file.ts';

describe.each(driverNames)('records over %s', (driver) => {
  memoryBackendSuite({
    describe,
    it,
    create: () => testFile((path) => sqliteBackend({ path, driver })),
  });
});
