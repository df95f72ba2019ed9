import assert from 'node:assert/strict';
import type { EmbedderIdentity, PendingText } from '@mneme/core/backend';
import { difference } from '../../../../../conformance/src/model/difference.ts';
import type { StoreBackend } from '../../../../src/index.ts';
import type { Cases } from '../../context.ts';
import {
  axis,
  otherScope,
  recordId,
  stored,
  testEmbedder,
  testNow,
  testScope,
  times,
  unitVector,
  withoutIndexData,
  zeroVector,
} from '../builders.ts';
import {
  assertRejects,
  auditEntry,
  pagesOf,
  put,
  putAll,
  remove,
  searchOne,
  vectorsOf,
} from '../steps.ts';

const nextEmbedder: EmbedderIdentity = { ...testEmbedder, name: 'next-model', dimensions: 4 };
const thirdEmbedder: EmbedderIdentity = { ...testEmbedder, name: 'third-model' };

/** Another direction for each number, in the space being built. */
function nextVector(number: number): Float32Array {
  return Float32Array.from({ length: 4 }, (_, index) => (index === number % 4 ? 1 : 0));
}

async function pendingIds(backend: StoreBackend, next = nextEmbedder): Promise<string[]> {
  return (await pendingTexts(backend, { next })).map(idOf).sort();
}

async function pendingTexts(
  backend: StoreBackend,
  { next = nextEmbedder, limit = 100 }: { next?: EmbedderIdentity; limit?: number } = {},
): Promise<PendingText[]> {
  const pages = await pagesOf((cursor) => backend.migration.pending({ next, cursor, limit }));
  for (const { texts } of pages)
    assert.ok(texts.length <= limit, 'a page is longer than its limit');
  return pages.flatMap(({ texts }) => texts);
}

function idOf(text: PendingText): string {
  assert.equal(text.kind, 'record');
  return text.kind === 'record' ? text.record.id : '';
}

function numberOf(text: PendingText): number {
  return Number.parseInt(idOf(text).slice(-12), 16);
}

function fill(backend: StoreBackend, texts: readonly PendingText[], next = nextEmbedder) {
  const vectors = texts.map((text) => ({ text, vector: nextVector(numberOf(text)) }));
  return backend.migration.fill({ next, vectors });
}

/** Of the space that answers, by its own embedder. */
async function nearest(
  backend: StoreBackend,
  { vector, embedder }: { vector: Float32Array; embedder: EmbedderIdentity },
): Promise<string | undefined> {
  const { candidates } = await searchOne(backend, { embedder, vector, limit: 1 });
  return candidates[0]?.record.id;
}

async function changeOver(backend: StoreBackend): Promise<void> {
  await backend.migration.begin(nextEmbedder);
  await fill(backend, await pendingTexts(backend));
  assert.equal(await backend.migration.finish(nextEmbedder), true);
  await backend.migration.clear();
}

export const spacesCases: Cases = {
  'begins with everything pending, of all scopes, page by page, and returns both embedders':
    async ({ backend }) => {
      const all = times(7, recordId);
      const scopeOf = (id: string) => (id === all[6] ? otherScope : testScope);
      for (const id of all) await put(backend, [stored({ id, scope: scopeOf(id) })]);
      assert.deepEqual(await backend.migration.begin(nextEmbedder), {
        switched: false,
        done: 0,
        pending: 7,
      });
      const texts = await pendingTexts(backend, { limit: 3 });
      assert.deepEqual(texts.map(idOf).sort(), all);
      for (const text of texts)
        assert.equal(text.kind === 'record' && text.record.scope, scopeOf(idOf(text)));
      const stats = await backend.stats(undefined, testNow);
      assert.deepEqual([stats.embedder, stats.nextEmbedder], [testEmbedder, nextEmbedder]);
    },
  'answers from the old space until the change, and from the new one after it': async ({
    backend,
  }) => {
    await putAll(backend, { 1: { vector: axis(0) }, 2: { vector: axis(1) } });
    await backend.migration.begin(nextEmbedder);
    assert.equal(await fill(backend, await pendingTexts(backend)), 2);
    const old = { vector: axis(1), embedder: testEmbedder };
    const fresh = { vector: nextVector(1), embedder: nextEmbedder };
    assert.equal(await nearest(backend, old), recordId(2));
    await assertRejects(nearest(backend, fresh), 'embedder_mismatch');
    assert.equal(await backend.migration.finish(nextEmbedder), true);
    assert.equal(await nearest(backend, fresh), recordId(1));
    await assertRejects(nearest(backend, old), 'embedder_mismatch');
    await backend.migration.clear();
    assert.equal(await nearest(backend, fresh), recordId(1));
    await assertRejects(nearest(backend, old), 'embedder_mismatch');
    const stats = await backend.stats(undefined, testNow);
    assert.deepEqual([stats.embedder, stats.nextEmbedder], [nextEmbedder, undefined]);
  },
  'answers the vectors of the new space after the change, zero ones too': async ({ backend }) => {
    await putAll(backend, { 1: { vector: zeroVector() }, 2: { vector: axis(1) } });
    await backend.migration.begin(nextEmbedder);
    const texts = await pendingTexts(backend);
    const zero = new Float32Array(4);
    const vectors = texts.map((text) => ({
      text,
      vector: numberOf(text) === 2 ? zero : nextVector(1),
    }));
    assert.equal(await backend.migration.fill({ next: nextEmbedder, vectors }), 2);
    assert.deepEqual(await pendingIds(backend), []);
    assert.equal(await backend.migration.finish(nextEmbedder), true);
    await backend.migration.clear();
    const found = await vectorsOf(backend, testScope, [1, 2].map(recordId));
    const expected = new Map(
      [1, 2].map((number) => [recordId(number), number === 1 ? nextVector(1) : zero]),
    );
    assert.equal(difference([...found], [...expected], { path: 'vectors' }), undefined);
  },
  'does not switch while a text is pending': async ({ backend }) => {
    await putAll(backend, { 1: {}, 2: {} });
    await backend.migration.begin(nextEmbedder);
    const [first] = await pendingTexts(backend);
    await fill(backend, [first as PendingText]);
    assert.equal(await backend.migration.finish(nextEmbedder), false);
    const old = { vector: axis(0), embedder: testEmbedder };
    assert.ok(
      (await nearest(backend, old)) !== undefined,
      'the old space does not answer any more',
    );
    await fill(backend, await pendingTexts(backend));
    assert.equal(await backend.migration.finish(nextEmbedder), true);
  },
  'writes go to both spaces if the call has both vectors': async ({ backend }) => {
    await backend.migration.begin(nextEmbedder);
    const both = { ...stored({ id: recordId(1) }), nextVector: nextVector(2) };
    await put(backend, [both, stored({ id: recordId(2) })], {
      embedder: testEmbedder,
      nextEmbedder,
    });
    assert.deepEqual(await pendingIds(backend), [recordId(2)]);
    await fill(backend, await pendingTexts(backend));
    assert.equal(await backend.migration.finish(nextEmbedder), true);
    const found = await vectorsOf(backend, testScope, [recordId(1)]);
    const vector = found.get(recordId(1));
    assert.equal(difference({ vector }, { vector: nextVector(2) }), undefined);
  },
  'leaves out a second vector of an embedder that is not being built': async ({ backend }) => {
    const put1 = { ...stored({ id: recordId(1) }), nextVector: nextVector(0) };
    await put(backend, [put1], { embedder: testEmbedder, nextEmbedder });
    await backend.migration.begin(nextEmbedder);
    assert.deepEqual(await pendingIds(backend), [recordId(1)]);
    const third = { ...stored({ id: recordId(2) }), nextVector: axis(0) };
    await put(backend, [third], { embedder: testEmbedder, nextEmbedder: thirdEmbedder });
    assert.deepEqual(await pendingIds(backend), [1, 2].map(recordId));
  },
  'a changed text is pending again, one that only changed its fields is not': async ({
    backend,
  }) => {
    await putAll(backend, { 1: {}, 2: {} });
    await backend.migration.begin(nextEmbedder);
    await fill(backend, await pendingTexts(backend));
    const kept = stored({ id: recordId(1), importance: 5 });
    await put(backend, [
      withoutIndexData(kept),
      stored({ id: recordId(2), content: 'Another text', vector: axis(3) }),
    ]);
    assert.deepEqual(await pendingIds(backend), [recordId(2)]);
  },
  'refuses a vector of a text that was changed or removed since it was pending': async ({
    backend,
  }) => {
    await put(
      backend,
      [1, 2, 3].map((number) => stored({ id: recordId(number) })),
    );
    await backend.migration.begin(nextEmbedder);
    const texts = await pendingTexts(backend);
    await putAll(backend, { 1: { content: 'Another text', vector: axis(3) } });
    await remove(backend, [recordId(2)]);
    assert.equal(await fill(backend, texts), 1);
    assert.deepEqual(await pendingIds(backend), [recordId(1)]);
  },
  'filling twice counts once': async ({ backend }) => {
    await put(backend, [stored({ id: recordId(1) })]);
    await backend.migration.begin(nextEmbedder);
    const texts = await pendingTexts(backend);
    assert.equal(await fill(backend, texts), 1);
    assert.equal(await fill(backend, texts), 0);
    assert.deepEqual(await backend.migration.begin(nextEmbedder), {
      switched: false,
      done: 1,
      pending: 0,
    });
  },
  'removed records and erased scopes are not pending any more': async ({ backend }) => {
    await putAll(backend, { 1: {}, 2: {} });
    await putAll(backend, { 3: { scope: otherScope } });
    await backend.migration.begin(nextEmbedder);
    await fill(backend, await pendingTexts(backend));
    await put(backend, [stored({ id: recordId(4) })]);
    await remove(backend, [recordId(4)]);
    await backend.erase(testScope, auditEntry({ action: 'erase', scope: 'receipts' }));
    assert.deepEqual(await pendingIds(backend), []);
    assert.equal(await backend.migration.finish(nextEmbedder), true);
    assert.equal(
      await nearest(backend, { vector: nextVector(1), embedder: nextEmbedder }),
      undefined,
    );
  },
  'refuses a third embedder while a second one is being built, naming both': async ({
    backend,
  }) => {
    await put(backend, [stored({ id: recordId(1) })]);
    await backend.migration.begin(nextEmbedder);
    const { message } = await assertRejects(backend.migration.begin(thirdEmbedder), 'conflict');
    for (const { name } of [nextEmbedder, thirdEmbedder])
      assert.ok(message.includes(name), `the message does not name ${name}: ${message}`);
    for (const call of [
      () => backend.migration.pending({ next: thirdEmbedder, limit: 1 }),
      () => backend.migration.fill({ next: thirdEmbedder, vectors: [] }),
      () => backend.migration.finish(thirdEmbedder),
    ]) {
      await assertRejects(call(), 'conflict');
    }
    await backend.migration.abandon(thirdEmbedder);
    assert.deepEqual(await pendingIds(backend), [recordId(1)]);
  },
  'abandons a space that is being built, and can begin again': async ({ backend }) => {
    await put(backend, [stored({ id: recordId(1) })]);
    await backend.migration.abandon(nextEmbedder);
    await backend.migration.begin(nextEmbedder);
    await fill(backend, await pendingTexts(backend));
    await backend.migration.abandon(nextEmbedder);
    await backend.migration.clear();
    assert.equal((await backend.stats(undefined, testNow)).nextEmbedder, undefined);
    assert.equal(await nearest(backend, { vector: axis(0), embedder: testEmbedder }), recordId(1));
    await backend.migration.begin(thirdEmbedder);
    await backend.migration.abandon(thirdEmbedder);
    await backend.migration.begin(nextEmbedder);
    assert.deepEqual(await pendingIds(backend), [recordId(1)]);
    await changeOver(backend);
  },
  'continues where another connection stopped, and both may finish': async ({
    backend,
    another,
  }) => {
    await put(
      backend,
      [1, 2, 3].map((number) => stored({ id: recordId(number) })),
    );
    await backend.migration.begin(nextEmbedder);
    const texts = await pendingTexts(backend);
    await fill(backend, texts.slice(0, 2));
    const second = await another({});
    assert.deepEqual(await second.migration.begin(nextEmbedder), {
      switched: false,
      done: 2,
      pending: 1,
    });
    await fill(second, await pendingTexts(second));
    assert.equal(await second.migration.finish(nextEmbedder), true);
    assert.equal(await backend.migration.finish(nextEmbedder), true);
    assert.equal((await backend.migration.begin(nextEmbedder)).switched, true);
    assert.deepEqual(await pendingIds(backend), []);
    await second.migration.clear();
    await backend.migration.clear();
  },
  'after the change refuses vectors of the old model from a connection that is still open': async ({
    backend,
    another,
    unopened,
  }) => {
    await put(backend, [stored({ id: recordId(1) })]);
    const second = await another();
    assert.equal(await nearest(second, { vector: axis(0), embedder: testEmbedder }), recordId(1));
    await changeOver(backend);
    await assertRejects(searchOne(second, { vector: axis(0) }), 'embedder_mismatch');
    await assertRejects(put(second, [stored({ id: recordId(2) })]), 'embedder_mismatch');
    await put(second, [withoutIndexData(stored({ id: recordId(1), importance: 5 }))]);
    await assertRejects(unopened().open({ embedder: testEmbedder }), 'embedder_mismatch');
    const third = await another({ embedder: nextEmbedder });
    const fresh = { vector: nextVector(1), embedder: nextEmbedder };
    assert.equal(await nearest(third, fresh), recordId(1));
    await put(third, [{ ...stored({ id: recordId(2) }), vector: nextVector(2) }]);
    assert.equal(await nearest(third, { ...fresh, vector: nextVector(2) }), recordId(2));
  },
  'finds near texts in the new space after the change': async ({ backend }) => {
    await putAll(backend, { 1: { vector: unitVector(1, 1) }, 2: { vector: unitVector(1, -1) } });
    await changeOver(backend);
    const [match] = await backend.lookUp({
      scope: testScope,
      now: testNow,
      embedder: nextEmbedder,
      probes: [
        {
          category: 'factual_knowledge',
          contentKey: 'no such text',
          vector: nextVector(2),
          terms: ['memory'],
          limit: 1,
        },
      ],
    });
    assert.equal(match?.nearest[0]?.record.id, recordId(2));
  },
  'gives records without a vector one in the current space': async ({ backend }) => {
    await putAll(backend, { 1: { vector: undefined } });
    await put(backend, [stored({ id: recordId(2) })]);
    const texts = await pendingTexts(backend, { next: testEmbedder });
    assert.deepEqual(texts.map(idOf), [recordId(1)]);
    const vector = unitVector(1, -1);
    const vectors = texts.map((text) => ({ text, vector }));
    assert.equal(await backend.migration.fill({ next: testEmbedder, vectors }), 1);
    assert.deepEqual(await pendingIds(backend, testEmbedder), []);
    assert.equal(await nearest(backend, { vector, embedder: testEmbedder }), recordId(1));
  },
  'gives vectors to a store that was never opened with an embedder': async ({ elsewhere }) => {
    const backend = (await elsewhere())();
    await backend.open({});
    await putAll(backend, { 1: { vector: undefined } });
    await changeOver(backend);
    assert.equal(
      await nearest(backend, { vector: nextVector(1), embedder: nextEmbedder }),
      recordId(1),
    );
  },
};
