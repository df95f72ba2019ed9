import { expect, it } from 'vitest';
import { RecordCache } from './record-cache.ts';

it('counts a row once whose parts are read one after the other, and forgets it', () => {
  const cache = new RecordCache({ budgetBytes: 1_000_000 });
  cache.set(1, { rest: new Uint8Array(100) });
  const { bytes } = cache;
  cache.set(1, { rest: new Uint8Array(100) });
  cache.set(1, { rest: new Uint8Array(100) });
  expect(cache.bytes).toBe(bytes);
  cache.forget(1);
  expect(cache.bytes).toBe(0);
});
