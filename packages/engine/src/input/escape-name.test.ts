import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeName, parseName } from './fields.ts';

it('turns any text into a name that can be turned back', () => {
  const awkward = fc.string({
    unit: fc.constantFrom(' ', '%', '\u200b', '\u2800', '\n', '/', 'a'),
  });
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), awkward), (text) => {
      const name = escapeName(text);
      expect(parseName(name, 'name', 10_000)).toBe(name);
      if (text !== '') expect(decodeURIComponent(name)).toBe(text);
    }),
  );
  expect(escapeName('')).toBe('%');
});
