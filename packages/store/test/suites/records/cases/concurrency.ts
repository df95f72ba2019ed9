import assert from 'node:assert/strict';
import type { Cases } from '../../context.ts';
import { axis, daysFromNow, recordId, stored, testNow, testScope, times } from '../builders.ts';
import { auditEntry, findDense, findLexical, listAll, put, recordsOf } from '../steps.ts';

export const concurrencyCases: Cases = {
  'commits without an expectation all arrive, from both': async ({ backend, another }) => {
    const second = await another();
    await Promise.all(
      times(40, (index) =>
        put(index % 2 === 0 ? backend : second, [stored({ id: recordId(index) })]),
      ),
    );
    assert.deepEqual((await listAll(backend)).sort(), times(40, recordId));
    assert.deepEqual((await listAll(second)).sort(), times(40, recordId));
    assert.equal((await findDense(second)).length, 40);
  },
  'if parallel puts expect the same version, exactly one is written in each round': async ({
    backend,
    another,
  }) => {
    const second = await another();
    for (const round of times(10, Number)) {
      const id = recordId(round);
      for (const version of [0, 1]) {
        const at = daysFromNow(2 * round + version - 100);
        const results = await Promise.all(
          times(6, (writer) =>
            (writer % 2 === 0 ? backend : second).commit({
              scope: testScope,
              expect: [{ id, version }],
              puts: [stored({ id, version: version + 1, content: `${version} by ${writer}` })],
              removals: [],
              audit: [auditEntry({ id, at, reason: `${version} by ${writer}` })],
            }),
          ),
        );
        const winner = results.findIndex(({ committed }) => committed);
        for (const [writer, result] of results.entries()) {
          if (writer === winner) continue;
          assert.deepEqual(result, { committed: false, mismatched: [id] }, `round ${round}`);
        }
        const [got] = await recordsOf(second, testScope, [id]);
        assert.equal(got?.version, version + 1);
        assert.equal(got?.content, `${version} by ${winner}`);
        const [line] = await backend.audit({ scope: testScope, limit: 1 });
        assert.equal(line?.reason, `${version} by ${winner}`);
      }
    }
    assert.equal((await backend.audit({ scope: testScope, limit: 100 })).length, 20);
  },
  'a record that one confirms while another prunes it is pruned or confirmed, not both': async ({
    backend,
    another,
  }) => {
    const second = await another();
    for (const round of times(10, Number)) {
      const id = recordId(round);
      await put(backend, [stored({ id })]);
      const expect = [{ id, version: 1 }];
      const request = { scope: testScope, expect, puts: [], removals: [], audit: [] };
      const confirmed = stored({ id, version: 2, confirmedAt: testNow });
      const [confirm, prune] = await Promise.all([
        backend.commit({ ...request, puts: [confirmed] }),
        second.commit({ ...request, removals: [id] }),
      ]);
      assert.notEqual(confirm.committed, prune.committed, `round ${round}`);
      const left = await recordsOf(backend, testScope, [id]);
      assert.deepEqual(left, confirm.committed ? [confirmed.record] : []);
    }
  },
  'parallel puts of one id leave one whole record': async ({ backend, another }) => {
    const second = await another();
    const versions = times(8, (index) =>
      stored({ content: `Version ${index}`, terms: [`version${index}`], vector: axis(index) }),
    );
    await Promise.all(
      versions.map((version, index) => put(index % 2 === 0 ? backend : second, [version])),
    );
    const got = await recordsOf(backend, testScope, [recordId(1)]);
    assert.equal(got.length, 1);
    const winner = versions.findIndex(({ record }) => record.content === got[0]?.content);
    assert.deepEqual(await listAll(second), [recordId(1)]);
    for (const index of times(8, Number)) {
      const found = await findLexical(second, { terms: [`version${index}`] });
      assert.deepEqual(found, index === winner ? [recordId(1)] : [], `words of version ${index}`);
    }
    assert.deepEqual(await findDense(second, { vector: axis(winner), limit: 5 }), [recordId(1)]);
  },
};
