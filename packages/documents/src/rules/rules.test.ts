import type { StoreInfo } from '@mneme/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPath, checkPathPrefix } from './document-path.ts';
import { patchStore } from './patch-store.ts';
import { diffTexts } from './text-diff.ts';

describe('patchStore', () => {
  const store: StoreInfo = {
    id: 'memstore_1',
    scope: 's',
    name: 'n',
    description: '',
    metadata: { a: '1' },
    version: 1,
    createdAt: 't0',
    updatedAt: 't0',
  };

  it('does not change updatedAt if nothing changes', () => {
    const patch = { name: 'n', metadata: new Map([['a', '1']]) };
    expect(patchStore(store, { patch, at: 't1' })).toEqual({ action: 'keep', store });
  });

  it('counts the remaining metadata pairs', () => {
    const metadata = new Map<string, string | undefined>(
      Array.from({ length: 16 }, (_, index) => [`k${index}`, '']),
    );
    expect(patchStore(store, { patch: { metadata }, at: 't1' })).toEqual({
      action: 'refuse',
      reason: 'metadata',
    });
    metadata.set('a', undefined);
    expect(patchStore(store, { patch: { metadata }, at: 't1' }).action).toBe('change');
  });

  it('archives only once', () => {
    const archived = { ...store, version: 2, archivedAt: 't1', updatedAt: 't1' };
    expect(patchStore(store, { patch: { archive: true }, at: 't1' })).toEqual({
      action: 'change',
      store: archived,
    });
    expect(patchStore(archived, { patch: { archive: true }, at: 't2' }).action).toBe('keep');
    expect(patchStore(archived, { patch: { name: 'x' }, at: 't2' }).action).toBe('refuse');
  });
});

describe('diffTexts', () => {
  it('counts the lines that it shows', () => {
    const older = { name: '/a', text: 'one\ntwo\n' };
    expect(diffTexts(older, older)).toEqual({ added: 0, removed: 0, patch: '' });
    const diff = diffTexts(older, { name: '/b', text: 'one\n2\n3\n' });
    expect(diff).toMatchObject({ added: 2, removed: 1 });
    expect(diff.patch.startsWith('--- /a\n+++ /b\n@@ -1,2 +1,3 @@\n')).toBe(true);
  });

  it('is fast for texts that have nothing in common', () => {
    const lines = (word: string) =>
      Array.from({ length: 20_000 }, (_, i) => `${word}${i}`).join('\n');
    const diff = diffTexts({ name: 'a', text: lines('a') }, { name: 'b', text: lines('b') });
    expect(diff).toMatchObject({ added: 20_000, removed: 20_000 });
  });
});

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
