import { MemoryRows } from '@mneme/store/memory';
import { describe, it } from 'vitest';
import { type RowsStore, rowsSuite } from '../src/index.ts';

async function create(): Promise<RowsStore> {
  const kept = new Map();
  const make = () => new MemoryRows({ kept });
  return { rows: make(), reopen: make, destroy: async () => undefined };
}

const why = 'in memory';
const lacks = { files: why, remains: why, check: why, bytes: why, compact: why };

describe('rows in memory pass', () => {
  rowsSuite({ describe, it, create, lacks });
});
