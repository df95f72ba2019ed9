import { type DocumentLookUp, type DocumentSummary, defaultDocumentLimits } from '@mneme/contract';
import { describe, expect, it } from 'vitest';
import { type ChangePlan, type DocumentChange, planChanges, whatToLookUp } from './plan-changes.ts';

const at = '2026-03-01T12:00:00.000Z';

function document(id: string, path: string, fields: Partial<DocumentSummary> = {}) {
  return {
    id,
    storeId: 'store',
    path,
    contentSha256: `hash of ${id}`,
    contentSizeBytes: 5,
    versionId: `${id} v1`,
    createdAt: 'before',
    updatedAt: 'before',
    ...fields,
  };
}

function found(...documents: DocumentSummary[]): DocumentLookUp {
  const store = {
    id: 'store',
    scope: 's',
    name: 'n',
    description: '',
    metadata: {},
    version: 1,
    createdAt: 'before',
    updatedAt: 'before',
  };
  const bytes = documents.reduce((sum, { contentSizeBytes }) => sum + contentSizeBytes, 0);
  return { store, usage: { documents: documents.length, bytes }, documents };
}

function toPlan(changes: readonly DocumentChange[]) {
  return changes.map((change, index) => ({
    change,
    newDocumentId: `new${index}`,
    newVersionId: `v${index}`,
  }));
}

function plan(changes: readonly DocumentChange[], state: DocumentLookUp, limits = {}): ChangePlan {
  const all = { ...defaultDocumentLimits, ...limits };
  return planChanges(toPlan(changes), { found: state, limits: all, at });
}

function decided(...given: Parameters<typeof plan>): ChangePlan & { outcome: 'decided' } {
  const made = plan(...given);
  if (made.outcome === 'refused') throw new Error(`refused: ${made.refusal.reason}`);
  return made;
}

function refused(...given: Parameters<typeof plan>) {
  const made = plan(...given);
  if (made.outcome === 'decided') throw new Error('was not refused');
  return made;
}

const text = (sha256: string, sizeBytes = 1) => ({ text: '', sha256, sizeBytes });

function create(path: string, sizeBytes = 1): DocumentChange {
  return { create: path, onlyCreate: true, content: text(path, sizeBytes) };
}

const move = (id: string, path: string): DocumentChange => ({ target: { id }, path });

const remove = (id: string): DocumentChange => ({ target: { id }, delete: true });

describe('a plan', () => {
  it('for a new document expects a free path, an open store and enough room', () => {
    const { changes, expect: expected } = decided([create('/a', 3)], found(), {
      documentsPerScope: 10,
      bytesPerScope: 100,
    });
    expect(changes).toEqual([
      {
        index: 0,
        operation: 'created',
        document: {
          id: 'new0',
          storeId: 'store',
          path: '/a',
          contentSha256: '/a',
          contentSizeBytes: 3,
          versionId: 'v0',
          createdAt: at,
          updatedAt: at,
        },
      },
    ]);
    expect(expected).toEqual([
      { type: 'free', path: '/a' },
      { type: 'open' },
      { type: 'usage', atMost: { documents: 9, bytes: 97 } },
    ]);
  });

  it('for a smaller content expects room too, since the previous version is kept', () => {
    const change = { target: { path: '/a' }, content: text('x') };
    const { expect: expected, results } = decided([change], found(document('a', '/a')));
    expect(expected).toEqual([
      { type: 'head', documentId: 'a', versionId: 'a v1' },
      { type: 'open' },
      {
        type: 'usage',
        atMost: {
          documents: Number.MAX_SAFE_INTEGER,
          bytes: defaultDocumentLimits.bytesPerScope - 1,
        },
      },
    ]);
    expect(results).toMatchObject([{ changed: true, document: { id: 'a', updatedAt: at } }]);
  });

  it('for a deletion expects only the head, since an archived store allows deletions', () => {
    const state = found(document('a', '/a'));
    state.store.archivedAt = at;
    const { expect: expected, changes } = decided([remove('a')], state);
    expect(expected).toEqual([{ type: 'head', documentId: 'a', versionId: 'a v1' }]);
    expect(changes).toMatchObject([
      { operation: 'deleted', document: { path: '/a', versionId: 'v0', updatedAt: at } },
    ]);
  });

  it('for the restore of a deleted document expects that nobody else restored it', () => {
    const restore = { target: { id: 'a' }, create: '/a', content: text('x') };
    const { expect: expected, changes } = decided([restore], found());
    expect(changes).toMatchObject([{ operation: 'created', document: { id: 'a', path: '/a' } }]);
    expect(expected).toContainEqual({ type: 'head', documentId: 'a' });
    const live = decided([restore], found(document('a', '/elsewhere')));
    expect(live.changes).toMatchObject([
      { operation: 'modified', document: { id: 'a', path: '/elsewhere' } },
    ]);
    expect(live.expect).toContainEqual({ type: 'head', documentId: 'a', versionId: 'a v1' });
    const taken = refused([restore], found(document('b', '/a')));
    expect(taken.refusal).toMatchObject({ reason: 'path_conflict', conflicting: { id: 'b' } });
  });

  it('without changes writes nothing, whatever the precondition', () => {
    const again = { ...move('a', '/a'), content: text('hash of a'), expectedSha256: 'older' };
    const { changes, results } = decided([again], found(document('a', '/a')));
    expect(changes).toEqual([]);
    expect(results).toMatchObject([{ changed: false, document: { versionId: 'a v1' } }]);
  });

  it('refuses a failed precondition before a taken path, and overwrites only if asked to', () => {
    const state = found(document('a', '/a'), document('b', '/b'));
    const outdated = { ...move('a', '/b'), expectedSha256: 'older' };
    expect(refused([outdated], state).refusal).toEqual({ reason: 'precondition_failed' });
    const conflicting = { id: 'a', path: '/a' };
    expect(refused([create('/a')], state).refusal).toEqual({
      reason: 'path_conflict',
      conflicting,
    });
    const { changes } = decided([{ ...create('/a'), onlyCreate: false }], state);
    expect(changes).toMatchObject([{ operation: 'modified', document: conflicting }]);
  });

  it('applies each change to the result of those before it', () => {
    const { changes, expect: expected } = decided(
      [move('a', '/b'), create('/a'), remove('a'), create('/b/c')],
      found(document('a', '/a')),
    );
    expect(expected).toContainEqual({ type: 'head', documentId: 'a', versionId: 'a v1' });
    expect(changes.map(({ operation, document: { path } }) => [operation, path])).toEqual([
      ['modified', '/b'],
      ['created', '/a'],
      ['deleted', '/b'],
      ['created', '/b/c'],
    ]);
  });

  it('is refused as a whole if one change is refused, and names it', () => {
    const state = found(document('a', '/a'));
    expect(refused([create('/b'), remove('a'), create('/b/c')], state)).toEqual({
      outcome: 'refused',
      index: 2,
      refusal: { reason: 'path_conflict', conflicting: { id: 'new0', path: '/b' } },
    });
  });

  it('sums the growth up to each change, and expects room for the largest sum', () => {
    const limits = { documentsPerScope: 2, bytesPerScope: 10 };
    const state = found(document('a', '/a'));
    expect(refused([create('/b'), create('/c')], state, limits).refusal).toEqual({
      reason: 'limit',
      limit: 'documentsPerScope',
      value: 3,
    });
    expect(refused([create('/b', 6)], state, limits).refusal).toMatchObject({ value: 11 });
    // The previous version stays, so even a smaller one needs room.
    const smaller = { target: { id: 'a' }, content: text('x', 2) };
    expect(refused([smaller], state, { bytesPerScope: 6 }).refusal).toMatchObject({ value: 7 });
    expect(decided([remove('a')], state, { bytesPerScope: 2 }).changes).toHaveLength(1);
    const { expect: expected } = decided([create('/b', 4), remove('a'), create('/c', 4)], state, {
      ...limits,
      bytesPerScope: 20,
    });
    expect(expected).toContainEqual({ type: 'usage', atMost: { documents: 1, bytes: 12 } });
  });

  it('names the document in the way at, above or below a path, but not the document itself', () => {
    const state = found(document('b', '/a/b'));
    for (const path of ['/a', '/a/b', '/a/b/c', '/a/b/c/d']) {
      const conflicting = { id: 'b', path: '/a/b' };
      expect(refused([create(path)], state).refusal).toEqual({
        reason: 'path_conflict',
        conflicting,
      });
      if (path !== '/a/b') expect(decided([move('b', path)], state).changes).toHaveLength(1);
    }
    for (const path of ['/a!', '/a/b!', '/a/b0', '/a/c', '/ab/b', '/A/b'])
      expect(decided([create(path)], state).changes).toHaveLength(1);
  });

  it('looks up enough documents below a path to know which remain after its own changes', () => {
    const changes = [remove('a'), remove('b'), create('/x')];
    expect(whatToLookUp(toPlan(changes))).toEqual({
      keys: [{ id: 'a' }, { id: 'b' }],
      paths: ['/x'],
      below: 4,
    });
  });
});
