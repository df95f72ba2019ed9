import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkText } from './chunk-text.ts';

const piece = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\n', '\n\n', '# ', ' ', '. ', '🧠'),
);
const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

describe('chunkText', () => {
  it('cuts a text into pieces that join to the text, respect the maximum length and split no character', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 40 }), (given, size) => {
        const chunks = chunkText(given, size);
        expect(chunks.map(({ start, end }) => given.slice(start, end)).join('')).toBe(given);
        for (const { start, end, line } of chunks) {
          expect(end - start).toBeGreaterThan(0);
          expect(end - start).toBeLessThanOrEqual(size);
          expect(line).toBe(given.slice(0, start).split('\n').length);
          expect(given.slice(start, end).isWellFormed()).toBe(given.isWellFormed());
        }
      }),
    );
  });

  it('prefers to cut before a heading', () => {
    const given = `${'word '.repeat(12)}\n# Heading\ntext that goes on and on for a while`;
    const [first, second] = chunkText(given, 75);
    expect(given.slice(first?.start, first?.end)).toBe(`${'word '.repeat(12)}\n`);
    expect(given.slice(second?.start).startsWith('# Heading')).toBe(true);
  });
});
