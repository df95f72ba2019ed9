import { keyBackendSuite } from '@mneme/conformance';
import { Lifecycle } from '@mneme/core/contract';
import { describe, it } from 'vitest';
import { type KeyGround, keysOf } from '../src/keys/index.ts';
import { MemoryRows } from '../src/memory/index.ts';
import type { Rows } from '../src/rows/rows.ts';
import { tables } from '../src/tables.ts';

async function openKeys(rows: Rows) {
  const life = new Lifecycle<KeyGround>('the store');
  await life.open(async () => {
    await rows.open(tables);
    return { rows };
  });
  return { keys: keysOf(life), close: () => life.close(() => rows.close()) };
}

describe('keys over rows in memory', () => {
  keyBackendSuite({
    describe,
    it,
    create: async () => {
      const kept = new Map();
      const open = async () => (await openKeys(new MemoryRows({ kept }))).keys;
      return { keys: await open(), reopen: open };
    },
  });
});
