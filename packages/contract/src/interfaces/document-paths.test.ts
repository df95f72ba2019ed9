import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterPrefix, ancestorsOf, comparePaths, pathsConflict, rollUp } from './document-paths.ts';

const segment = fc
  .stringMatching(/^[a-z0-9_. -]{1,8}$/)
  .filter((text) => text !== '.' && text !== '..');
const path = fc
  .array(segment, { minLength: 1, maxLength: 4 })
  .map((parts) => `/${parts.join('/')}`);

describe('two document paths', () => {
  it('conflict only if they are equal or one is an ancestor of the other', () => {
    fc.assert(
      fc.property(path, path, (left, right) => {
        const expected =
          left === right || ancestorsOf(left).includes(right) || ancestorsOf(right).includes(left);
        expect(pathsConflict(left, right)).toBe(expected);
        expect(pathsConflict(right, left)).toBe(expected);
      }),
    );
  });

  it('are sorted by their bytes', () => {
    const text = fc.string({ unit: 'binary', maxLength: 6 });
    fc.assert(
      fc.property(text, text, (left, right) => {
        const expected = Buffer.compare(Buffer.from(left), Buffer.from(right));
        expect(Math.sign(comparePaths(left, right))).toBe(expected);
      }),
    );
  });
});

describe('rollUp', () => {
  it('returns direct children and common prefixes', () => {
    expect(rollUp('/a/b/c', { pathPrefix: '/', depth: 0 })).toBe('/a/b/c');
    expect(rollUp('/a/b/c', { pathPrefix: '/', depth: 1 })).toBe('/a/');
    expect(rollUp('/a/b/c', { pathPrefix: '/a/', depth: 1 })).toBe('/a/b/');
    expect(rollUp('/a/b/c', { pathPrefix: '/a/b/', depth: 1 })).toBe('/a/b/c');
    expect(rollUp('/a', { pathPrefix: '/', depth: 2 })).toBe('/a');
  });

  it('returns bounds that enclose everything below a prefix', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (rest) => {
        expect(`/a/${rest}` < afterPrefix('/a/')).toBe(true);
      }),
    );
    expect('/a0' < afterPrefix('/a/')).toBe(false);
  });
});
