import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTextFault, utf8Length } from './well-formed.ts';

describe('findTextFault', () => {
  it('finds nothing wrong with text in any script, emoji, tabs and line ends', () => {
    expect(findTextFault('Zoë\t喜欢\r\n𠮷 👩‍👧')).toBeUndefined();
  });

  it('finds half of a surrogate pair, in whichever order', () => {
    expect(findTextFault('ab\ud83d')).toEqual({ kind: 'lone-surrogate', index: 2 });
    expect(findTextFault('\udc4d\ud83d')).toEqual({ kind: 'lone-surrogate', index: 0 });
    expect(findTextFault('👍\udc4d')).toEqual({ kind: 'lone-surrogate', index: 2 });
  });

  it.each(['\u0000', '\u001b', '\u007f', '\u009b'])(
    'finds the control character %j',
    (character) => {
      expect(findTextFault(`a${character}`)).toEqual({ kind: 'control-character', index: 1 });
    },
  );

  it('agrees with UTF-8 on which texts come back as they went in', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0x20, max: 0xffff }), { maxLength: 20 }), (units) => {
        const text = String.fromCharCode(...units).replace(/[\u007f-\u009f]/g, '');
        const back = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
          new TextEncoder().encode(text),
        );
        expect(findTextFault(text) === undefined).toBe(back === text);
      }),
    );
  });
});

describe('utf8Length', () => {
  it('is the number of bytes that an encoder gives, for ill-formed text too', () => {
    const unit = fc.oneof(
      fc.integer({ min: 0, max: 0xffff }),
      fc.integer({ min: 0xd7f0, max: 0xe00f }),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), (units) => {
        const text = String.fromCharCode(...units);
        expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
      }),
    );
  });
});
