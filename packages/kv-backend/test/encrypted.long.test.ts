import { documentBackendSuite, memoryBackendSuite } from '@mneme/conformance';
import { sqliteBackend } from '@mneme/sqlite';
import { describe, it } from 'vitest';
import { encryptedFile } from './encrypted-file.ts';

memoryBackendSuite({
  describe,
  it,
  create: () => encryptedFile((options) => sqliteBackend(options)),
});
documentBackendSuite({
  describe,
  it,
  create: () => encryptedFile((options) => sqliteBackend({ ...options, durability: 'normal' })),
});
