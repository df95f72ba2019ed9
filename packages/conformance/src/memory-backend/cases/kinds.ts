import assert from 'node:assert/strict';
import { historyOf, type SessionRecord, type StoredRecord } from '@mneme/core/contract';
import {
  axis,
  daysFromNow,
  record,
  recordId,
  stored,
  testEmbedder,
  testNow,
  testScope,
  times,
} from '../builders.ts';
import { memoryCases } from '../context.ts';
import { observe } from '../observe.ts';
import { findLexical, ids, lookUpOne, migrationOf, put, putAll, recordsOf } from '../steps.ts';

/** The engine's note on session `s`. */
function ofSession(fields: Partial<SessionRecord> = {}): StoredRecord {
  const { category: _, ...plain } = record({ id: recordId(70), source: { session: 's' } });
  const kept: SessionRecord = {
    ...plain,
    kind: 'session',
    content: 'tea was spoken of',
    metadata: { readUpTo: 4 },
    ...fields,
  };
  return { record: kept, contentKey: 'session s' };
}

export const kindsCases = memoryCases('kinds', {
  'an episode has no category, and a fact keeps what it rests on and who extracted it': async ({
    backend,
  }) => {
    const turn = stored({
      id: recordId(1),
      kind: 'episode',
      source: { session: 's', sequence: 1, speaker: 'Ada' },
    });
    const fact = stored({
      id: recordId(2),
      evidence: [recordId(1), 'mem_01J'],
      extractedBy: 'rules',
    });
    await put(backend, [turn, fact]);
    const got = await recordsOf(backend, testScope, [recordId(1), recordId(2)]);
    assert.deepEqual(got, [turn.record, fact.record]);
    assert.ok(!('category' in (got[0] ?? {})));
    const { evidence: _, extractedBy: __, ...bare } = fact.record;
    await put(backend, [{ ...fact, record: { ...bare, version: 2 } }]);
    const [without] = await recordsOf(backend, testScope, [recordId(2)]);
    assert.deepEqual(without, { ...bare, version: 2 });
  },
  'a look-up finds no episode, whatever it says, but by its external id': async ({ backend }) => {
    const same = { contentKey: 'drinks tea', matter: 'ada drinks', vector: axis(1) };
    await putAll(backend, {
      1: { ...same, kind: 'episode', source: { session: 's', sequence: 1, externalId: 'line-1' } },
    });
    const probe = { ...same, terms: ['drinks', 'tea'], externalId: 'line-1' };
    const alone = await lookUpOne(backend, probe);
    assert.deepEqual([alone.equal, alone.nearest, alone.sameMatter], [undefined, [], []]);
    assert.equal(alone.sameExternalId?.id, recordId(1));
    await putAll(backend, { 2: same });
    const beside = await lookUpOne(backend, probe);
    assert.equal(beside.equal?.id, recordId(2));
    assert.deepEqual(ids(beside.nearest.map(({ record }) => record)), [recordId(2)]);
    assert.deepEqual(ids(beside.sameMatter.map(({ record }) => record)), [recordId(2)]);
    const { category: _, ...ofEpisode } = { ...probe, category: undefined };
    const turn = (
      await backend.lookUp({
        scope: testScope,
        now: testNow,
        probes: [{ ...ofEpisode, limit: 3 }],
      })
    )[0];
    assert.deepEqual([turn?.equal, turn?.nearest, turn?.sameMatter], [undefined, [], []]);
    assert.equal(turn?.sameExternalId?.id, recordId(1));
  },
  'counts current records of each kind, and categories of facts': async ({ backend }) => {
    await putAll(backend, {
      1: { kind: 'episode' },
      2: { kind: 'episode' },
      3: { kind: 'episode', expiresAt: daysFromNow(-1) },
      4: { category: 'decision_log' },
      5: { supersededBy: recordId(4), validTo: testNow },
    });
    for (const scope of [testScope, undefined]) {
      const stats = await backend.stats(scope, testNow);
      assert.equal(stats.current, 3);
      assert.deepEqual([stats.superseded, stats.expired], [1, 1]);
      assert.deepEqual(stats.byKind, { episode: 2, fact: 1 });
      const categories = Object.values(stats.byCategory).reduce((sum, count) => sum + count, 0);
      assert.deepEqual([stats.byCategory.decision_log, categories], [1, 1]);
    }
  },
  'a fact whose words are all common is found among hundreds of episodes with rare ones': async ({
    backend,
  }) => {
    await put(
      backend,
      times(600, (index) =>
        stored({
          id: recordId(100 + index),
          kind: 'episode',
          terms: ['shared', ...(index < 500 ? ['rare', 'rarer'] : [])],
          source: { session: 's', sequence: index },
        }),
      ),
    );
    await putAll(backend, { 1: { terms: ['shared', 'other'] } });
    const terms = ['rare', 'rarer', 'shared'];
    const filter = { now: testNow, kinds: ['fact'] as const };
    assert.deepEqual(await findLexical(backend, { terms, filter, limit: 3 }), [recordId(1)]);
  },
  'what the engine keeps of a session is there by its id alone, and changes nothing that anybody counts or finds':
    async ({ backend }) => {
      await putAll(backend, {
        1: { kind: 'episode', terms: ['tea'], source: { session: 's', sequence: 1 } },
        2: { terms: ['tea', 'spoken'] },
      });
      const all = () =>
        observe(backend, {
          scope: testScope,
          ids: [recordId(1), recordId(2)],
          terms: ['tea', 'spoken'],
          sessions: ['s'],
          contentKeys: ['session s'],
        });
      const before = await all();
      const kept = ofSession();
      await put(backend, [kept], { expect: [{ id: recordId(70), version: 0 }] });
      assert.deepEqual(await recordsOf(backend, testScope, [recordId(70)]), [kept.record]);
      assert.deepEqual(await all(), before);
      assert.deepEqual(await historyOf(backend, testScope, recordId(70)), []);
      const next = ofSession({ version: 2, metadata: { readUpTo: 9 } });
      const taken = await backend.commit({
        scope: testScope,
        expect: [{ id: recordId(70), version: 2 }],
        puts: [next],
        removals: [],
        audit: [],
      });
      assert.equal(taken.committed, false, 'its version is what a commit expects');
      await put(backend, [next], { expect: [{ id: recordId(70), version: 1 }] });
      assert.deepEqual(await recordsOf(backend, testScope, [recordId(70)]), [next.record]);
      assert.deepEqual(await all(), before);
      await put(backend, [], { removals: [recordId(70)] });
      assert.deepEqual(await recordsOf(backend, testScope, [recordId(70)]), []);
      assert.deepEqual(await all(), before);
    },
  'a scope that holds nothing but what the engine keeps is none, and its erasure takes that too':
    async ({ backend }) => {
      await put(backend, [ofSession()]);
      assert.deepEqual(await backend.scopes(), []);
      const receipt = {
        at: testNow,
        action: 'erase' as const,
        scope: testScope,
        actor: 'suite',
        reason: 'a case',
      };
      assert.equal((await backend.erase(testScope, receipt)).records, 0);
      assert.deepEqual(await recordsOf(backend, testScope, [recordId(70)]), []);
    },
  'what the engine keeps of a session is never pending in a change of the embedder': {
    needs: ['migration'],
    async run({ backend }) {
      const next = { ...testEmbedder, name: 'another' };
      await put(backend, [ofSession()]);
      assert.deepEqual(await migrationOf(backend).begin(next), {
        switched: false,
        done: 0,
        pending: 0,
      });
      await put(backend, [ofSession({ version: 2 })]);
      assert.deepEqual((await migrationOf(backend).pending({ next, limit: 10 })).texts, []);
      assert.equal(await migrationOf(backend).finish(next), true);
    },
  },
});
