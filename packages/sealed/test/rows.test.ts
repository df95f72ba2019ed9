import { rowsSuite } from '@mneme/conformance';
import { MemoryRows } from '@mneme/store/memory';
import { describe, it } from 'vitest';
import { sealedRows } from '../src/index.ts';
import { memoryKeyring } from './memory-keyring.ts';

const why = 'in memory';

describe('sealed rows in memory pass', () => {
  rowsSuite({
    describe,
    it,
    lacks: { files: why, remains: why, check: why, bytes: why, compact: why },
    async create() {
      const kept = new Map();
      const keyring = memoryKeyring();
      const make = () => sealedRows(new MemoryRows({ kept }), { keyring });
      return { rows: make(), reopen: make, destroy: async () => undefined };
    },
  });
});
