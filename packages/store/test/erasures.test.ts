import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { checkAudit } from '../src/audit/check-audit.ts';
import { readAudit } from '../src/audit/read-audit.ts';
import type { Batch } from '../src/rows/rows.ts';
import { entry, openSummed, putRecords, rowsIn, type Summed } from './summed-store.ts';

const many = Array.from({ length: 700 }, (_, at) => `r${at}`);
const receipt = entry({ action: 'erase', at: '2026-03-02T12:00:00.000Z' });
const rowsOf = ({ kept }: Summed, scope: string) =>
  [...kept.keys()].flatMap((table) => rowsIn(kept, table).filter((row) => row.scope === scope));
const ofAda = { table: 'records', is: ['ada'], columns: ['id'] };

/** A scope that is too large for one step, and whose erasure is killed after that many writes. */
async function cutShort(writes: number) {
  const store = await openSummed();
  await putRecords(store, many);
  await putRecords(store, ['b'], { scope: 'bob' });
  const { unchecked } = store.rows;
  const write = unchecked.write.bind(unchecked);
  let left = writes;
  unchecked.write = (scope: string | undefined, batch: Batch) =>
    left-- > 0 ? write(scope, batch) : Promise.reject(new Error('killed'));
  await expect(store.erasures.erase('ada', receipt)).rejects.toThrow('killed');
  return openSummed(store.kept);
}

it('an erased scope has no row left, and its proof says where that was looked for', async () => {
  const store = await openSummed();
  await putRecords(store, ['a1', 'a2']);
  const { records, proof } = await store.erasures.erase('ada', receipt);
  expect(records).toBe(2);
  expect(proof).toMatchObject({
    counts: { records: 2, stores: 0, documents: 0, versions: 0, auditLines: 2 },
    audit: { line: 1 },
  });
  expect(proof?.checks.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['records', 'vectors', 'audit lines', 'versions of documents']),
  );
  expect(proof?.checks.every(({ left }) => left === 0)).toBe(true);
  expect(rowsOf(store, 'ada')).toEqual([]);
});

it('a scope that is written again starts anew, and a writer that saw the old one decides again', async () => {
  const store = await openSummed();
  await putRecords(store, ['a1']);
  const seen: number[] = [];
  await store.writer.change('ada', {
    async decide(draft) {
      seen.push(draft.before.records);
      if (seen.length === 1) {
        await store.erasures.erase('ada', receipt);
        await putRecords(await openSummed(store.kept), ['a2']);
      }
      draft.put('records', [
        { id: 'late', number: draft.after.next_number++, changed: draft.revision },
      ]);
      draft.after.records += 1;
      return true;
    },
  });
  expect(seen).toEqual([1, 1]);
  expect(await store.rows.read('ada', [ofAda])).toEqual([[{ id: 'a2' }, { id: 'late' }]]);
});

it.each([1, 2, 4])(
  'nothing of a scope is answered after %i writes of its erasure, and erasing it again gives the same receipt',
  async (writes) => {
    const store = await cutShort(writes);
    expect(rowsOf(store, 'ada').length).toBeGreaterThan(0);
    expect(await store.rows.read('ada', [ofAda])).toEqual([[]]);
    const [all = []] = await store.rows.read(undefined, [{ table: 'records', is: [] }]);
    expect(all.map(({ id }) => id)).toEqual(['b']);
    expect(await store.rows.read(undefined, [{ table: 'scopes', any: [['ada']] }])).toEqual([[]]);
    expect(await readAudit(store, { scope: 'ada', limit: 1000 })).toEqual([receipt]);
    expect((await readAudit(store, { limit: 1000 })).map(({ scope }) => scope)).toEqual([
      'ada',
      'bob',
    ]);
    const again = await store.erasures.erase('ada', receipt);
    expect(again).toMatchObject({
      records: many.length,
      proof: { counts: { records: many.length, auditLines: many.length }, audit: { line: 1 } },
    });
    expect(rowsOf(store, 'ada')).toEqual([]);
    expect((await checkAudit(store, { line: 1 })).faults).toEqual([]);
  },
);

it('a writer finishes an erasure that was killed, and then writes to an empty scope', async () => {
  const store = await cutShort(2);
  await putRecords(store, ['new']);
  expect(await store.rows.read('ada', [ofAda])).toEqual([[{ id: 'new' }]]);
  expect(await store.erasures.unfinished()).toEqual([]);
  expect((await store.erasures.erase('ada', receipt)).records).toBe(1);
});

it('others are written between the steps of an erasure, and two who erase one scope share its line', async () => {
  const store = await openSummed();
  const other = await openSummed(store.kept);
  await putRecords(store, many);
  let written = 0;
  const erasing = [store.erasures.erase('ada', receipt), other.erasures.erase('ada', receipt)];
  let done = false;
  const ended = Promise.all(erasing).finally(() => {
    done = true;
  });
  for (; !done; written++) {
    await putRecords(other, [`b${written}`], { scope: 'bob' });
    await setImmediate();
  }
  const counts = (await ended).map(({ records }) => records);
  expect(counts).toContain(many.length);
  expect(written).toBeGreaterThan(1);
  expect(rowsOf(store, 'ada')).toEqual([]);
  expect((await checkAudit(store, {})).faults).toEqual([]);
});
