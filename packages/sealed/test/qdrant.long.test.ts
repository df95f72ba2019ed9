import { memoryBackendSuite } from '@mneme/conformance';
import type { MemoryBackend } from '@mneme/core';
import { describe, it } from 'vitest';
import { describeOnServer } from '../../vector-backend/test/on-server.ts';
import { sealedBackend } from '../src/index.ts';
import { lacks, sealing } from './sealing.ts';

describeOnServer((create) => {
  memoryBackendSuite({
    describe,
    it,
    lacks,
    create: async () => sealing<MemoryBackend>(await create(), sealedBackend),
  });
});
