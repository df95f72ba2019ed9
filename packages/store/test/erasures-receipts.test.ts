import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { closeAll, inFile, openFile, path, useFile } from './rows-file.ts';

useFile();

/** Erases Ada, between changes to Bob. */
async function erased() {
  const { memory } = await openFile();
  const [ada, bob] = [memory.scope('ada'), memory.scope('bob')];
  await bob.store({ content: 'Bob sails the Heron' });
  await ada.store({ content: 'Ada sails the Merlin' });
  const store = await ada.stores.create({ name: 'notes' });
  await store.create({ path: '/a', content: 'one' });
  await store.update('/a', { content: 'two' });
  const receipt = await ada.erase({ reason: 'asked for' });
  await bob.store({ content: 'The tide is high' });
  await closeAll();
  return JSON.parse(JSON.stringify(receipt)) as typeof receipt;
}

async function check(receipt: unknown) {
  const { memory } = await openFile();
  const checked = await memory.verifyReceipt(receipt);
  await closeAll();
  return checked;
}

it('an erasure returns a receipt with its number among the erasures of the store, which stays valid', async () => {
  const receipt = await erased();
  expect(receipt).toMatchObject({
    ...{ kind: 'mneme.erasure', scope: 'ada', records: 1, bytes: 'removed' },
    counts: { records: 1, stores: 1, documents: 1, versions: 2, auditLines: 4 },
    audit: { line: 1 },
  });
  expect(receipt.verified.length).toBeGreaterThan(7);
  expect(receipt.verified.every(({ left }) => left === 0)).toBe(true);
  expect(await check(receipt)).toEqual({
    ...{ valid: true, faults: [], unchecked: [] },
    remains: { bytes: 'removed' },
  });
});

/** As an attacker would: with a new, matching hash. */
function rehashed(receipt: object): Record<string, unknown> {
  const { hash: _, ...said } = receipt as Record<string, unknown>;
  const inOrder = (_: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  return { ...said, hash: hash('sha256', JSON.stringify(said, inOrder)) };
}

it('a changed receipt is invalid, also with a recomputed hash', async () => {
  const receipt = await erased();
  expect(rehashed(receipt)).toEqual(receipt);
  const changes: Record<string, unknown> = {
    id: 'another',
    scope: 'bob',
    records: 2,
    erasedAt: '2020-01-01T00:00:00.000Z',
    bytes: 'pending',
    counts: { ...receipt.counts, documents: 7 },
    verified: [],
    audit: { line: 2, hash: receipt.audit?.hash },
    key: 'destroyed',
  };
  const { memory } = await openFile();
  for (const [name, value] of Object.entries(changes))
    for (const forged of [{ ...receipt, [name]: value }, rehashed({ ...receipt, [name]: value })])
      expect([name, (await memory.verifyReceipt(forged)).valid]).toEqual([name, false]);
});

const attacks = {
  'a line of another scope is removed': `DELETE FROM audit WHERE scope = 'bob' AND number = 1`,
  'the last line is removed': `DELETE FROM audit WHERE scope = 'bob' AND number = 2`,
  'the line of the erasure is removed': `DELETE FROM audit WHERE scope = '' AND number = 1`,
  'the line of the receipt is removed': `DELETE FROM audit WHERE scope = '' AND number = 2`,
  'all lines are removed': 'DELETE FROM audit',
  'a line is changed': `UPDATE audit SET entry = replace(entry, 'application', 'nobody') WHERE scope = 'bob'`,
  'a line is emptied': `UPDATE audit SET written_at = NULL, entry = NULL, digest = 'x' WHERE number = 1`,
  'a count is changed': `UPDATE audit SET note = replace(note, '"versions":2', '"versions":7')`,
};
it.each(Object.entries(attacks))('no receipt is valid if %s', async (_, sql) => {
  const receipt = await erased();
  const before = readFileSync(path);
  inFile((database) => database.exec(sql));
  const { valid, faults } = await check(receipt);
  expect({ valid, found: faults.length > 0 }).toEqual({ valid: false, found: true });
  writeFileSync(path, before);
  expect(await check(receipt)).toMatchObject({ valid: true });
});

const day = 86_400_000;
const start = Date.parse('2026-01-01T00:00:00.000Z');

it('later receipts stay valid if older lines are removed, earlier ones are said to be no longer kept', async () => {
  let now = start;
  const { memory, backend } = await openFile({ clock: () => new Date(now) });
  const receipts: unknown[] = [];
  for (let written = 0; written <= 60; written += 10) {
    now = start + written * day;
    await memory.scope('bob').store({ content: `Bob counts ${written} gulls` });
    if (written < 50)
      await memory.scope(`ada${written}`).store({ content: 'Ada sails the Merlin' });
    if (written === 20 || written === 50)
      receipts.push(await memory.scope(`ada${written - 20}`).erase({ reason: 'asked for' }));
  }
  const { auditLines } = await memory.prune({ keepAuditForDays: 35 });
  expect(auditLines).toBeGreaterThan(3);
  const lines = await memory.audit({ limit: 1000 });
  expect(lines.map(({ at }) => at).sort()[0]).toBe('2026-01-31T00:00:00.000Z');
  expect(await backend.checkAudit?.({})).toMatchObject({
    ...{ faults: [], cut: { lines: auditLines, at: '2026-03-02T00:00:00.000Z' } },
  });
  expect(await memory.verifyReceipt(receipts[1])).toMatchObject({ valid: true });
  expect(await memory.verifyReceipt(receipts[0])).toMatchObject({
    ...{ valid: false, faults: [] },
    unchecked: [expect.stringContaining('no longer kept')],
  });
  expect((await memory.doctor()).healthy).toBe(true);
  expect((await memory.prune({ keepAuditForDays: 35 })).auditLines).toBe(0);
});

it('refuses to cut the audit of one scope, before anything is removed', async () => {
  const { memory } = await openFile();
  await memory.scope('bob').store({ content: 'Bob counts gulls' });
  const cut = memory.scope('bob').prune({ keepAuditForDays: 1, maxRecords: 0 });
  await expect(cut).rejects.toMatchObject({ code: 'invalid_input', field: 'keepAuditForDays' });
  expect(await memory.stats()).toMatchObject({ current: 1 });
});
