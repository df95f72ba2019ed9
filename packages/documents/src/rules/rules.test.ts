import {
  type DocumentSummary,
  type DocumentVersion,
  defaultDocumentLimits as limits,
  type StoreInfo,
} from '@mneme/engine/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DocumentState, decideChange } from './decide-change.ts';
import { checkPath, checkPathPrefix } from './document-path.ts';
import { patchStore } from './patch-store.ts';
import { redactedVersion } from './redacted-version.ts';
import { diffTexts } from './text-diff.ts';

describe('decideChange', () => {
  const current: DocumentSummary = {
    id: 'mem_1',
    storeId: 'memstore_1',
    path: '/a',
    contentSha256: 'one',
    contentSizeBytes: 3,
    versionId: 'memver_1',
    createdAt: 't0',
    updatedAt: 't0',
  };
  const state: DocumentState = { archived: false, usage: { documents: 1, bytes: 3 } };
  const content = { sha256: 'two', sizeBytes: 5 };
  const update = { kind: 'update', target: { id: 'mem_1' }, ifTaken: 'refuse' } as const;

  it('succeeds if the content is already as requested, whatever the precondition', () => {
    const change = { ...update, content: { sha256: 'one', sizeBytes: 3 }, expectedSha256: 'zero' };
    const decision = decideChange(change, { state: { ...state, current }, limits });
    expect(decision).toEqual({ action: 'keep' });
  });

  it('reports a failed precondition before a path conflict', () => {
    const inTheWay = { id: 'mem_2', path: '/b' };
    const change = { ...update, path: '/b', expectedSha256: 'zero' };
    const decision = decideChange(change, { state: { ...state, current, inTheWay }, limits });
    expect(decision).toEqual({ action: 'refuse', refusal: { reason: 'precondition_failed' } });
  });

  it('refuses even a smaller version in a scope at its limit, but allows a deletion', () => {
    const tight = { ...limits, bytesPerScope: 2 };
    const smaller = { ...update, content: { sha256: 'x', sizeBytes: 2 } };
    const options = { state: { ...state, current }, limits: tight };
    expect(decideChange(smaller, options).action).toBe('refuse');
    const deletion = { kind: 'delete', target: { id: 'mem_1' } } as const;
    expect(decideChange(deletion, options).action).toBe('delete');
    expect(decideChange({ ...update, content }, options)).toEqual({
      action: 'refuse',
      refusal: { reason: 'limit', limit: 'bytesPerScope', value: 8 },
    });
  });

  it('never overwrites a document unless asked to', () => {
    const create = { kind: 'create', path: '/a', content } as const;
    const options = { state: { ...state, current }, limits };
    expect(decideChange({ ...create, ifTaken: 'refuse' }, options).action).toBe('refuse');
    expect(decideChange({ ...create, ifTaken: 'overwrite' }, options)).toEqual({
      action: 'modify',
    });
  });

  it('restores into the live document at its current path, or else at its old path', () => {
    const restore = { kind: 'restore', documentId: 'mem_1', path: '/old', content } as const;
    const inTheWay = { id: 'mem_2', path: '/old' };
    const live = { state: { ...state, current, inTheWay }, limits };
    expect(decideChange(restore, live)).toEqual({ action: 'modify' });
    expect(decideChange(restore, { state, limits })).toEqual({ action: 'create' });
    expect(decideChange(restore, { state: { ...state, inTheWay }, limits })).toEqual({
      action: 'refuse',
      refusal: { reason: 'path_conflict', conflicting: inTheWay },
    });
  });
});

describe('redactedVersion', () => {
  it('keeps author and time, but not the content', () => {
    const kept = {
      id: 'memver_1',
      storeId: 'memstore_1',
      documentId: 'mem_1',
      number: 1,
      operation: 'created' as const,
      createdAt: 't0',
    };
    const what = { path: '/a', content: 'x', contentSha256: 'h', contentSizeBytes: 1 };
    const version: DocumentVersion = { ...kept, ...what };
    const actor = { type: 'user_actor', userId: 'user_1' } as const;
    expect(redactedVersion(version, { at: 't1', actor })).toEqual({
      ...kept,
      redactedAt: 't1',
      redactedBy: actor,
    });
  });
});

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
