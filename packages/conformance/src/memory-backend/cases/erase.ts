import assert from 'node:assert/strict';
import { remainsOf } from '@mneme/core/backend';
import {
  daysFromNow,
  recordId,
  stored,
  testScope,
  times,
  unitVector,
  withoutIndexData,
} from '../builders.ts';
import { memoryCases } from '../context.ts';
import { auditEntry, listAll, put, remove, touch } from '../steps.ts';

const receipt = auditEntry({ action: 'erase', scope: 'receipts', reason: 'asked for by the user' });

/** A word that occurs nowhere else, so that each place in the files is a remnant. */
const needle = 'zqxjkvneedle';

export const eraseCases = memoryCases('erase', {
  'reports that no removed byte is left, or why some may be': async ({ backend }) => {
    await put(backend, [stored()]);
    await backend.erase(testScope, receipt);
    const { bytes, bytesReason } = await remainsOf([backend], { wait: true });
    assert.equal(bytes === 'pending', bytesReason !== undefined && bytesReason.length > 20);
    assert.ok(bytes === 'pending' || bytes === 'removed', `bytes is ${bytes}`);
  },
  'leaves no byte of current, replaced or removed records': {
    needs: ['touch', 'bytes'],
    async run({ backend, bytes }) {
      const marked = (number: number, place: string) =>
        stored({
          id: recordId(number),
          content: `The ${needle} ${place}`,
          terms: ['the', needle, `${needle}${place}`],
          tags: [`${needle}-tag`],
          source: {
            speaker: `${needle}-speaker`,
            session: `${needle}-session`,
            sequence: 1,
            externalId: `${needle}:${number}`,
            own: needle,
          },
        });
      await put(
        backend,
        times(150, (index) => stored({ id: recordId(1000 + index), scope: 'neighbour' })),
      );
      await put(
        backend,
        times(150, (index) => marked(index, 'kept')),
        {
          audit: [auditEntry({ reason: `${needle} was stored`, actor: needle })],
        },
      );
      await put(backend, [stored({ id: recordId(0), content: 'Clean' }), marked(1, 'rewritten')]);
      await put(backend, [withoutIndexData(marked(2, 'renamed'))]);
      await remove(
        backend,
        times(10, (index) => recordId(10 + index)),
      );
      await touch(backend, { ids: [recordId(5)], at: daysFromNow(0) });
      assert.ok(
        occurrences(await bytes()) > 0,
        'bytes() does not show what is stored, so it proves nothing',
      );
      await backend.erase(testScope, receipt);
      assert.deepEqual(await remainsOf([backend], { wait: true }), { bytes: 'removed' });
      assert.equal(occurrences(await bytes()), 0, `${needle} is left in the store`);
      assert.equal((await listAll(backend, { scope: 'neighbour' })).length, 150);
    },
  },
  'leaves no byte of a single removed record': {
    needs: ['bytes'],
    async run({ backend, bytes }) {
      const own = (index: number) => `${needle}${index}q`;
      const vectorOf = (index: number) => unitVector(index + 1, 3, 5);
      const records = times(40, (index) =>
        stored({
          id: recordId(index),
          content: `The ${own(index)}`,
          terms: ['the', own(index)],
          tags: [own(index)],
          vector: vectorOf(index),
        }),
      );
      await put(backend, records);
      const gone = times(30, (index) => index + 5);
      await remove(
        backend,
        gone.map((index) => recordId(index)),
      );
      assert.deepEqual(await remainsOf([backend], { wait: true }), { bytes: 'removed' });
      const files = await bytes();
      for (const index of gone) {
        assert.equal(occurrences(files, own(index)), 0, `${own(index)} is left in the store`);
        const vector = Buffer.from(vectorOf(index).buffer);
        assert.ok(
          files.every((file) => !Buffer.from(file).includes(vector)),
          `the vector of record ${index} is left in the store`,
        );
      }
      assert.ok(occurrences(files, own(0)) > 0, 'bytes() does not show what is stored');
    },
  },
});

function occurrences(files: readonly Uint8Array[], word = needle): number {
  return files.filter((file) => {
    const text = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    return text.includes(word, 0, 'utf8') || text.includes(word, 0, 'utf16le');
  }).length;
}
