import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createUuidV7, isUuid, nameBasedUuid } from './uuid.ts';

const filled = (byte: number) => () => new Uint8Array(16).fill(byte);
const time = fc.integer({ min: 0, max: 2 ** 48 - 1 - 1_000 });
const versionOf = (id: string) => id.charAt(14);
const variantOf = (id: string) => id.charAt(19);

describe('createUuidV7', () => {
  it('puts time, version and variant at the right bits', () => {
    const id = createUuidV7(filled(0))(Date.parse('2022-02-22T19:22:22.000Z'));
    expect(id).toBe('017f22e2-79b0-7000-8000-000000000000');
  });

  it('uses all random bits', () => {
    expect(createUuidV7(filled(255))(0)).toBe('00000000-0000-77ff-bfff-ffffffffffff');
  });

  it('increases with every id, for any clock and any random bits', () => {
    const step = fc.tuple(time, fc.uint8Array({ minLength: 16, maxLength: 16 }));
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 50 }), (steps) => {
        let random: Uint8Array<ArrayBuffer> = new Uint8Array(16);
        const next = createUuidV7(() => random);
        const ids = steps.map(([now, bytes]) => {
          random = new Uint8Array(bytes);
          return next(now);
        });
        expect([...ids].sort()).toEqual(ids);
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of ids) {
          expect(isUuid(id)).toBe(true);
          expect(versionOf(id)).toBe('7');
          expect('89ab').toContain(variantOf(id));
        }
      }),
    );
  });

  it('increases within one millisecond, even with constant random bits', () => {
    const next = createUuidV7(filled(255));
    const ids = Array.from({ length: 5_000 }, () => next(1_000));
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('increases within parts of a millisecond, for any random bits', () => {
    let byte = 255;
    const next = createUuidV7(() => filled(byte--)());
    expect(next(1.25)).toBe('00000000-0001-77ff-bfff-ffffffffffff');
    expect(next(1.75) > '00000000-0001-77ff-bfff-ffffffffffff').toBe(true);
  });
});

describe('nameBasedUuid', () => {
  it('is the start of the SHA-256 of the name, marked as version 8', () => {
    // printf abc | sha256sum
    expect(nameBasedUuid('abc')).toBe('ba7816bf-8f01-8fea-8141-40de5dae2223');
  });

  it('is a UUID, equal for equal names and different for others', () => {
    const name = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(name, name, (one, other) => {
        expect(isUuid(nameBasedUuid(one))).toBe(true);
        expect(nameBasedUuid(one) === nameBasedUuid(other)).toBe(one === other);
      }),
    );
  });
});
