import { storeBackend } from '@mneme/store';
import { MemoryRows } from '@mneme/store/memory';
import { describe } from 'vitest';
import { forgettingCases } from './forgetting-cases.ts';

describe('forgetting in memory', () => {
  forgettingCases(async () => ({ backend: storeBackend(new MemoryRows()) }));
});
