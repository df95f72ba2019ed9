import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KeyedHash } from './keyed-hash.ts';

it('equals the HMAC-SHA-256 of Node for any key and text', () => {
  const key = fc.uint8Array({ minLength: 1, maxLength: 64 });
  fc.assert(
    fc.property(key, fc.string({ unit: 'binary', maxLength: 200 }), (key, text) => {
      const expected = createHmac('sha256', key).update(text).digest('hex');
      expect(new KeyedHash(key).of(text).toString('hex')).toBe(expected);
    }),
  );
});
