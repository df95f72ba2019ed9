import { keyBackendSuite } from '@mneme/conformance';
import { describe, it } from 'vitest';
import { MemoryRows } from '../src/memory/index.ts';
import { keyPlace } from './key-place.ts';

describe('keys over rows in memory', () => {
  keyBackendSuite({
    describe,
    it,
    create: async () => {
      const kept = new Map();
      const open = async () => (await keyPlace(new MemoryRows({ kept }))).keys;
      return { keys: await open(), reopen: open };
    },
  });
});
