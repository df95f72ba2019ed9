import { describe, expect, it } from 'vitest';
import { chainOf } from '../src/audit/chain.ts';
import { checkAudit } from '../src/audit/check-audit.ts';
import { cutAudit } from '../src/audit/cut-audit.ts';
import { noteReceipt } from '../src/audit/note-receipt.ts';
import { readAudit } from '../src/audit/read-audit.ts';
import type { Row } from '../src/rows/rows.ts';
import { damage, entry, openSummed, putRecords, rowsIn, type Summed } from './summed-store.ts';

const erase = (store: Summed, scope = 'ada', at = '2026-03-02T12:00:00.000Z') =>
  store.erasures.erase(scope, entry({ scope, action: 'erase', at }));
const check = (store: Summed, line?: number) => checkAudit(store, { line });
const said = (lines: Awaited<ReturnType<typeof readAudit>>) =>
  lines.map(({ action, scope, id }) => [action, scope, id].filter(Boolean).join(' '));

/** Ada is erased between changes to Bob; her receipt is noted. */
async function erased() {
  const store = await openSummed();
  await putRecords(store, ['b1'], { scope: 'bob' });
  await putRecords(store, ['a1', 'a2']);
  const { proof } = await erase(store);
  await noteReceipt(store, { line: proof?.audit?.line ?? 0, digest: 'of the receipt' });
  await putRecords(store, ['b2'], { scope: 'bob', at: '2026-03-03T12:00:00.000Z' });
  return { store, audit: proof?.audit as { line: number; hash: string } };
}

it('lines are read newest first, of one scope or of all, with erasures under the scope of their receipt', async () => {
  const { store } = await erased();
  expect(said(await readAudit(store, { limit: 10 }))).toEqual([
    'create bob b2',
    'erase ada',
    'create bob b1',
  ]);
  expect(said(await readAudit(store, { limit: 1 }))).toEqual(['create bob b2']);
  expect(said(await readAudit(store, { scope: 'ada', limit: 10 }))).toEqual(['erase ada']);
  expect(said(await readAudit(store, { scope: 'bob', limit: 1 }))).toEqual(['create bob b2']);
});

it('an untouched audit has no faults, and says of an erasure what it removed', async () => {
  const { store, audit } = await erased();
  expect(await check(store, audit.line)).toMatchObject({
    lines: 3,
    erased: 2,
    faults: [],
    line: {
      hash: audit.hash,
      entry: { action: 'erase', scope: 'ada' },
      counts: { records: 2, auditLines: 2 },
      receipt: 'of the receipt',
    },
  });
});

it('a second erasure empties the line of the first, whose receipt still holds', async () => {
  const { store, audit } = await erased();
  await putRecords(store, ['a-third-record']);
  const again = await erase(store, 'ada', '2026-03-04T12:00:00.000Z');
  expect(again.proof?.counts).toMatchObject({ records: 1, auditLines: 2 });
  expect(said(await readAudit(store, { scope: 'ada', limit: 10 }))).toEqual(['erase ada']);
  const { faults, line } = await check(store, audit.line);
  expect(faults).toEqual([]);
  expect(line).toMatchObject({ hash: audit.hash, receipt: 'of the receipt' });
  expect(line?.entry).toBeUndefined();
  expect(JSON.stringify(rowsIn(store.kept, 'audit'))).not.toContain('a-third-record');
});

const ofBob = (number: number) => (row: Row) => row.scope === 'bob' && row.number === number;
const ofStore = (number: number) => (row: Row) => row.scope === '' && row.number === number;
const noted = (change: (note: string) => string) => (row: Row) => ({
  ...row,
  note: change(row.note as string),
});
const attacks: Record<
  string,
  [table: string, (row: Row) => Row | undefined, (row: Row) => boolean]
> = {
  'a line is removed': ['audit', () => undefined, ofBob(1)],
  'the last line is removed': ['audit', () => undefined, ofBob(2)],
  'a line is changed': [
    'audit',
    (row) => ({ ...row, entry: (row.entry as string).replace('application', 'nobody') }),
    ofBob(1),
  ],
  'a line is changed together with its hash': [
    'audit',
    (row) => {
      const changed = { ...row, entry: (row.entry as string).replace('application', 'nobody') };
      return { ...changed, hash: chainOf(null, changed) };
    },
    ofBob(1),
  ],
  'a line stands in another scope': ['audit', (row) => ({ ...row, scope: 'carol' }), ofBob(2)],
  'the time of a line is changed': ['audit', (row) => ({ ...row, written_at: '2020' }), ofBob(1)],
  'a line is emptied without an erasure': [
    'audit',
    (row) => ({ ...row, written_at: null, entry: null, digest: 'x', erased_by: 1 }),
    ofStore(1),
  ],
  'the line of an erasure is removed': ['audit', () => undefined, ofStore(1)],
  'the line of an erasure has another count': [
    'audit',
    noted((note) => note.replace('"records":2', '"records":7')),
    ofStore(1),
  ],
  'the line of an erasure is not JSON': ['audit', noted(() => '{'), ofStore(1)],
  'the digest of a receipt is changed': [
    'audit',
    noted((note) => note.replace('of the', 'of another')),
    ofStore(2),
  ],
  'all lines of the store are removed': ['audit', () => undefined, ({ scope }) => scope === ''],
};
it.each(Object.entries(attacks))('it is noticed if %s', async (_, [table, change, isMeant]) => {
  const { store } = await erased();
  damage(store.kept, table, change, isMeant);
  expect((await check(await openSummed(store.kept))).faults).not.toEqual([]);
});

it('a scope of which every row is gone is noticed, and an erased one that was put back', async () => {
  const { store } = await erased();
  await putRecords(store, ['c'], { scope: 'carol' });
  const before = structuredClone(store.kept);
  for (const table of store.kept.keys())
    damage(
      store.kept,
      table,
      () => undefined,
      ({ scope }) => scope === 'carol',
    );
  expect((await check(store)).faults).toEqual([expect.stringContaining('there are 1 scopes')]);

  const back = await openSummed(before);
  await erase(back, 'carol');
  const old = await openSummed();
  await putRecords(old, ['c'], { scope: 'carol' });
  for (const [table, { rows }] of old.kept)
    for (const [name, row] of rows)
      if (row.scope === 'carol') back.kept.get(table)?.rows.set(name, row);
  expect((await check(back)).faults).toEqual([expect.stringContaining('there are 2 scopes')]);
});

it('lines from before a time are cut from each chain, and what stays is checked as before', async () => {
  const store = await openSummed();
  const day = (number: number) => `2026-03-0${number}T00:00:00.000Z`;
  for (let number = 1; number <= 6; number++) {
    await putRecords(store, [`b${number}`], { scope: 'bob', at: day(number) });
    await putRecords(store, [`a${number}`], { scope: `ada${number}`, at: day(number) });
  }
  const early = await erase(store, 'ada1', day(2));
  const late = await erase(store, 'ada2', day(5));
  expect(await cutAudit(store, { before: day(4), at: day(7) })).toBe(5);
  expect(said(await readAudit(store, { limit: 100 })).sort()).toEqual([
    ...['create ada4 a4', 'create ada5 a5', 'create ada6 a6'],
    ...['create bob b4', 'create bob b5', 'create bob b6', 'erase ada2'],
  ]);
  const found = await check(store, late.proof?.audit?.line);
  expect(found).toMatchObject({
    faults: [],
    cut: { lines: 5, line: early.proof?.audit?.line, at: day(7) },
    line: { hash: late.proof?.audit?.hash },
  });
  expect(await cutAudit(store, { before: day(4), at: day(8) })).toBe(0);
  await putRecords(store, ['b7'], { scope: 'bob', at: day(7) });
  expect(await cutAudit(store, { before: day(6), at: day(9) })).toBeGreaterThan(0);
  expect((await check(store)).faults).toEqual([]);
  damage(
    store.kept,
    'scopes',
    (row) => ({ ...row, cut: null }),
    ({ scope }) => scope === 'bob',
  );
  expect((await check(store)).faults).not.toEqual([]);
});

it('writers of many new scopes at once lose no line, and no scope is counted twice', async () => {
  const store = await openSummed();
  const other = await openSummed(store.kept);
  await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      putRecords(at % 2 ? store : other, [`r${at}`], { scope: `s${at % 10}` }),
    ),
  );
  expect(await check(store)).toMatchObject({ lines: 40, faults: [] });
});

describe('the list of the audit', () => {
  const read = async ({ kept }: Summed, asked: { scope?: string; limit: number }) =>
    readAudit(await openSummed(kept), asked);

  it.each([
    ['a line was removed', () => undefined, ofBob(2)],
    ['the last line was removed', () => undefined, ofBob(3)],
    ['a line has lost its time', (row: Row) => ({ ...row, written_at: null }), ofBob(2)],
    ['the line of an erasure was removed', () => undefined, ofStore(1)],
    ['all lines of a scope were removed', () => undefined, ({ scope }: Row) => scope === 'bob'],
  ] as const)('is refused if %s', async (_, change, isMeant) => {
    const { store } = await erased();
    await putRecords(store, ['b3'], { scope: 'bob' });
    expect(await read(store, { limit: 100 })).toHaveLength(4);
    damage(store.kept, 'audit', change, isMeant);
    await expect(read(store, { limit: 100 })).rejects.toMatchObject({ code: 'damaged' });
  });

  it('is refused of a scope of which one of the newest lines was removed, and not for older ones', async () => {
    const store = await openSummed();
    await putRecords(store, ['b1', 'b2', 'b3', 'b4'], { scope: 'bob' });
    damage(store.kept, 'audit', () => undefined, ofBob(2));
    expect(await read(store, { scope: 'bob', limit: 2 })).toHaveLength(2);
    for (const limit of [3, 4])
      await expect(read(store, { scope: 'bob', limit })).rejects.toMatchObject({
        code: 'damaged',
        message: expect.stringContaining('audit line 2 of the scope bob'),
      });
  });
});
