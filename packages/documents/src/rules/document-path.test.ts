import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPath, checkPathPrefix } from './document-path.ts';

const segment = fc
  .stringMatching(/^[a-z0-9_. -]{1,8}$/)
  .filter((text) => text !== '.' && text !== '..');
const path = fc
  .array(segment, { minLength: 1, maxLength: 4 })
  .map((parts) => `/${parts.join('/')}`);

describe('checkPath', () => {
  it('accepts ordinary paths unchanged', () => {
    fc.assert(fc.property(path, (given) => checkPath(given) === given));
    for (const given of [
      '/a',
      '/…/x',
      '/..a',
      '/漢字/🧠.md',
      '/%2e%2e',
      '/a b',
      `/${'é'.repeat(511)}`,
    ]) {
      expect(checkPath(given)).toBe(given);
    }
  });

  it('refuses paths that are relative, empty, dotted, invisible, not normalised or too long', () => {
    for (const given of [
      undefined,
      5,
      '',
      'a',
      '/',
      '//a',
      '/a//b',
      '/a/',
      '/.',
      '/a/..',
      '/a/./b',
      '/a\0',
      '/a\nb',
      '/a\u007f',
      '/a\u0085',
      '/a\u200b',
      '/a\u202e',
      '/a\u2028',
      '/\ud800',
      '/e\u0301',
      `/${'a'.repeat(1024)}`,
      `/${'é'.repeat(512)}`,
      '/a'.repeat(21),
    ]) {
      expect(() => checkPath(given), String(given)).toThrowError(
        expect.objectContaining({ code: 'invalid_input', field: 'path' }),
      );
    }
  });
});

describe('checkPathPrefix', () => {
  it('requires a slash at both ends', () => {
    for (const given of ['/', '/a/', '/a/b/']) expect(checkPathPrefix(given)).toBe(given);
    for (const given of ['', 'a/', '/a', '/a//', '//', '/../', 5]) {
      expect(() => checkPathPrefix(given)).toThrowError(
        expect.objectContaining({ field: 'pathPrefix' }),
      );
    }
  });
});
