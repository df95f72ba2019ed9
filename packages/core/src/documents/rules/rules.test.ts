import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoreInfo } from '../../contract/document.ts';
import { defaultDocumentLimits as limits } from '../../contract/document-limits.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { type DocumentState, decideChange } from './decide-change.ts';
import { decideRedaction } from './decide-redaction.ts';
import { patchStore } from './patch-store.ts';
import { afterPrefix, rollUp } from './roll-up.ts';
import { diffTexts } from './text-diff.ts';

describe('cursors', () => {
  it('come back as they went in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (position) => {
        const cursor = encodeCursor('list', position);
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(decodeCursor('list', cursor)).toBe(position);
      }),
    );
  });

  it('of another list, or of nobody, are refused', () => {
    fc.assert(
      fc.property(fc.string(), (cursor) => {
        expect(() => decodeCursor('list', cursor)).toThrowError(
          expect.objectContaining({ field: 'cursor' }),
        );
      }),
    );
    expect(() => decodeCursor('list', encodeCursor('other', 5))).toThrowError();
  });
});

describe('rollUp', () => {
  it('shows direct children and what they share', () => {
    expect(rollUp('/a/b/c', { pathPrefix: '/', depth: 0 })).toBe('/a/b/c');
    expect(rollUp('/a/b/c', { pathPrefix: '/', depth: 1 })).toBe('/a/');
    expect(rollUp('/a/b/c', { pathPrefix: '/a/', depth: 1 })).toBe('/a/b/');
    expect(rollUp('/a/b/c', { pathPrefix: '/a/b/', depth: 1 })).toBe('/a/b/c');
    expect(rollUp('/a', { pathPrefix: '/', depth: 2 })).toBe('/a');
  });

  it('bounds everything below a prefix', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (rest) => {
        expect(`/a/${rest}` < afterPrefix('/a/')).toBe(true);
      }),
    );
    expect('/a0' < afterPrefix('/a/')).toBe(false);
  });
});

describe('decideChange', () => {
  const current = { id: 'mem_1', path: '/a', sha256: 'one', sizeBytes: 3 };
  const state: DocumentState = { archived: false, totals: { documents: 1, bytes: 3 } };
  const content = { sha256: 'two', sizeBytes: 5 };
  const update = { kind: 'update', target: { id: 'mem_1' }, ifTaken: 'refuse' } as const;

  it('succeeds where all is as asked, whatever the precondition', () => {
    const change = { ...update, content: { sha256: 'one', sizeBytes: 3 }, expectedSha256: 'zero' };
    const decision = decideChange(change, { state: { ...state, current }, limits });
    expect(decision).toEqual({ action: 'keep', documentId: 'mem_1' });
  });

  it('puts a failed precondition before a taken path', () => {
    const inTheWay = { id: 'mem_2', path: '/b' };
    const change = { ...update, path: '/b', expectedSha256: 'zero' };
    const decision = decideChange(change, { state: { ...state, current, inTheWay }, limits });
    expect(decision).toEqual({ action: 'refuse', refusal: { reason: 'precondition_failed' } });
  });

  it('lets a scope that is over its limit grow smaller only', () => {
    const tight = { ...limits, bytesPerScope: 2 };
    const smaller = { ...update, content: { sha256: 'x', sizeBytes: 2 } };
    const options = { state: { ...state, current }, limits: tight };
    expect(decideChange(smaller, options).action).toBe('modify');
    expect(decideChange({ ...update, content }, options)).toEqual({
      action: 'refuse',
      refusal: { reason: 'limit', limit: 'bytesPerScope', value: 5 },
    });
  });

  it('never writes over a document unless asked to', () => {
    const create = { kind: 'create', path: '/a', content } as const;
    const options = { state: { ...state, current }, limits };
    expect(decideChange({ ...create, ifTaken: 'refuse' }, options).action).toBe('refuse');
    expect(decideChange({ ...create, ifTaken: 'overwrite' }, options)).toEqual({
      action: 'modify',
      documentId: 'mem_1',
    });
  });
});

describe('decideRedaction', () => {
  it('scrubs once, and never what reads answer', () => {
    expect(decideRedaction({ redacted: false, isHeadOfLiveDocument: false })).toBe('redact');
    expect(decideRedaction({ redacted: false, isHeadOfLiveDocument: true })).toBe('refuse');
    expect(decideRedaction({ redacted: true, isHeadOfLiveDocument: false })).toBe('keep');
  });
});

describe('patchStore', () => {
  const store: StoreInfo = {
    id: 'memstore_1',
    scope: 's',
    name: 'n',
    description: '',
    metadata: { a: '1' },
    createdAt: 't0',
    updatedAt: 't0',
  };

  it('touches no time where nothing changes', () => {
    const patch = { name: 'n', metadata: new Map([['a', '1']]) };
    expect(patchStore(store, { patch, at: 't1' })).toEqual({ action: 'keep', store });
  });

  it('counts the pairs that are left', () => {
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

  it('archives once', () => {
    const archived = { ...store, archivedAt: 't1', updatedAt: 't1' };
    expect(patchStore(store, { patch: { archive: true }, at: 't1' })).toEqual({
      action: 'change',
      store: archived,
    });
    expect(patchStore(archived, { patch: { archive: true }, at: 't2' }).action).toBe('keep');
    expect(patchStore(archived, { patch: { name: 'x' }, at: 't2' }).action).toBe('refuse');
  });
});

describe('diffTexts', () => {
  it('counts what it shows', () => {
    const older = { name: '/a', text: 'one\ntwo\n' };
    expect(diffTexts(older, older)).toEqual({ added: 0, removed: 0, patch: '' });
    const diff = diffTexts(older, { name: '/b', text: 'one\n2\n3\n' });
    expect(diff).toMatchObject({ added: 2, removed: 1 });
    expect(diff.patch.startsWith('--- /a\n+++ /b\n@@ -1,2 +1,3 @@\n')).toBe(true);
  });

  it('answers soon for texts that have nothing in common', () => {
    const lines = (word: string) =>
      Array.from({ length: 20_000 }, (_, i) => `${word}${i}`).join('\n');
    const diff = diffTexts({ name: 'a', text: lines('a') }, { name: 'b', text: lines('b') });
    expect(diff).toMatchObject({ added: 20_000, removed: 20_000 });
  });
});
