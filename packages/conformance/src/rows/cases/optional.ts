import assert from 'node:assert/strict';
import type { Rows } from '@mneme/store/rows';
import { times } from '../../model/chance.ts';
import { rowsCasesOf } from '../context.ts';
import { all, put } from '../steps.ts';
import { ada, item } from '../tables.ts';

/** A word that occurs nowhere else, so that each place in the files is a remnant. */
const needle = 'zqxjkvneedle';
const marked = (id: string) =>
  item(`${needle} ${id}`, {
    name: `${needle} name`,
    weight: 1,
    secret: `${needle} `.repeat(2_000),
    body: Buffer.from(`${needle} body`),
  });

const filled = (rows: Rows, count = 300) =>
  put(rows, 'items', ...times(count, (at) => item(`${at}`, { secret: 'text '.repeat(200) })));

export const optionalCases = rowsCasesOf('optional methods', {
  'remains: says that no byte of removed rows is left, or why some may be': {
    needs: ['remains'],
    async run({ rows }) {
      await filled(rows);
      await rows.write(undefined, { remove: { items: [[ada]] } });
      const remains = await rows.remains?.({ wait: true });
      assert.ok(remains?.bytes === 'removed' || (remains?.bytesReason?.length ?? 0) > 20);
    },
  },
  'remains: where it says removed, files have no byte of removed, replaced and patched rows': {
    needs: ['remains', 'files'],
    async run({ rows, files }) {
      await filled(rows);
      await put(rows, 'items', ...times(60, (at) => marked(`${at}`)));
      const holds = async () => (await files()).some((each) => Buffer.from(each).includes(needle));
      const key = [ada, `${needle} 0`];
      await rows.write(undefined, { patch: [{ table: 'items', key, set: { secret: null } }] });
      await put(rows, 'items', item(`${needle} 1`));
      const remove = { items: times(60, (at) => [ada, `${needle} ${at}`]) };
      assert.equal(await rows.write(undefined, { remove }), true);
      assert.equal((await all(rows, 'items')).length, 300);
      const remains = await rows.remains?.({ wait: true });
      if (remains?.bytes === 'removed') assert.equal(await holds(), false);
    },
  },
  'check: finds no fault in a sound store': {
    needs: ['check'],
    async run({ rows }) {
      assert.deepEqual(await rows.check?.(), []);
      await filled(rows);
      await rows.write(undefined, { remove: { items: [[ada, '1']] } });
      assert.deepEqual(await rows.check?.(), []);
    },
  },
  'bytes: grows with what is in the store': {
    needs: ['bytes'],
    async run({ rows }) {
      const before = (await rows.bytes?.()) ?? Number.NaN;
      await put(rows, 'items', ...times(30, (at) => item(`${at}`, { body: new Uint8Array(1e5) })));
      const after = (await rows.bytes?.()) ?? Number.NaN;
      assert.ok(before >= 0 && after > before, `${before} bytes before, ${after} after`);
    },
  },
  'compact: keeps every row, and says how large the store was and is': {
    needs: ['compact'],
    async run({ rows }) {
      await filled(rows);
      await rows.write(undefined, { remove: { items: times(200, (at) => [ada, `${at}`]) } });
      const expected = await all(rows, 'items');
      const outcome = await rows.compact?.({ freeShare: 0 });
      assert.ok(outcome && outcome.bytesAfter > 0 && outcome.bytesAfter <= outcome.bytesBefore);
      assert.deepEqual(await all(rows, 'items'), expected);
      await filled(rows);
      assert.equal((await all(rows, 'items')).length, 300);
    },
  },
});
