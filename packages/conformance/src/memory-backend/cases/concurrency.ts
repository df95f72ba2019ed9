import assert from 'node:assert/strict';
import { axis, recordId, stored, testScope, times } from '../builders.ts';
import type { MemoryBackendCase } from '../context.ts';
import { findDense, findLexical, listAll, lookUpOne, put, revisionOf } from '../steps.ts';

const group = 'two writers';

export const concurrencyCases: MemoryBackendCase[] = [
  {
    group,
    name: 'what one backend committed another on the same store reads at once',
    needs: ['reopen'],
    async run({ backend, another }) {
      const second = await another();
      for (const index of times(5, Number)) {
        const [writer, reader] = index < 3 ? [backend, second] : [second, backend];
        const contentKey = `note ${index}`;
        await put(writer, [stored({ id: recordId(index), contentKey, terms: [`note${index}`] })]);
        assert.equal((await lookUpOne(reader, { contentKey })).equal?.id, recordId(index));
        assert.deepEqual(await findLexical(reader, { terms: [`note${index}`] }), [recordId(index)]);
        assert.equal((await findDense(reader)).length, index + 1);
      }
    },
  },
  {
    group,
    name: 'commits without an expectation all arrive, from both',
    needs: ['reopen'],
    async run({ backend, another }) {
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
  },
  {
    group,
    name: 'of parallel commits that expect the same revision exactly one is taken, round after round',
    needs: ['reopen', 'revisions'],
    async run({ backend, another }) {
      const second = await another();
      for (const round of times(10, Number)) {
        const expectedRevision = await revisionOf(round % 2 === 0 ? backend : second);
        const results = await Promise.all(
          times(6, (writer) =>
            (writer % 2 === 0 ? backend : second).commit({
              scope: testScope,
              expectedRevision,
              puts: [stored({ id: recordId(100 * round + writer), contentKey: `fact ${round}` })],
              removals: [],
              audit: [],
            }),
          ),
        );
        const taken = results.filter(({ committed }) => committed);
        assert.equal(taken.length, 1, `round ${round}: ${taken.length} commits were taken`);
        assert.equal((await listAll(backend)).length, round + 1);
      }
    },
  },
  {
    group,
    name: 'parallel puts of one id leave one whole record',
    needs: ['reopen'],
    async run({ backend, another }) {
      const second = await another();
      const versions = times(8, (index) =>
        stored({ content: `Version ${index}`, terms: [`version${index}`], vector: axis(index) }),
      );
      await Promise.all(
        versions.map((version, index) => put(index % 2 === 0 ? backend : second, [version])),
      );
      const got = await backend.get(testScope, [recordId(1)]);
      assert.equal(got.length, 1);
      const winner = versions.findIndex(({ record }) => record.content === got[0]?.content);
      assert.deepEqual(await listAll(second), [recordId(1)]);
      for (const index of times(8, Number)) {
        const found = await findLexical(second, { terms: [`version${index}`] });
        assert.deepEqual(found, index === winner ? [recordId(1)] : [], `words of version ${index}`);
      }
      assert.deepEqual(await findDense(second, { vector: axis(winner), limit: 5 }), [recordId(1)]);
    },
  },
];
