import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { open, openBoth, path, useStore } from './store.ts';

useStore();

const day = 86_400_000;
const start = Date.parse('2026-01-01T00:00:00.000Z');

/** A memory in which something is written on every tenth day, and two scopes are erased: on day 20 and on day 50. */
async function aged() {
  let now = start;
  const { memory, backend } = await openBoth({ clock: () => new Date(now) });
  const receipts: unknown[] = [];
  for (let written = 0; written <= 60; written += 10) {
    now = start + written * day;
    await memory.scope('bob').store({ content: `Bob counts ${written} gulls` });
    if (written < 50)
      await memory.scope(`ada${written}`).store({ content: 'Ada sails the Merlin' });
    if (written === 20 || written === 50)
      receipts.push(await memory.scope(`ada${written - 20}`).erase({ reason: 'asked for' }));
  }
  return { memory, backend, receipts: JSON.parse(JSON.stringify(receipts)) as unknown[] };
}

const change = (sql: string) => {
  const file = new DatabaseSync(path);
  file.exec(sql);
  file.close();
};

it('removes audit lines older than asked, and still finds the chain whole and later receipts valid', async () => {
  const { memory, backend, receipts } = await aged();
  const { auditLines } = await memory.prune({ keepAuditForDays: 35 });
  expect(auditLines).toBeGreaterThan(3);
  const lines = await memory.audit({ limit: 1000 });
  expect(lines.map(({ at }) => at).sort()[0]).toBe('2026-01-31T00:00:00.000Z');
  const check = await backend.checkAudit({});
  expect(check).toMatchObject({
    faults: [],
    cut: { lines: auditLines, at: '2026-03-02T00:00:00.000Z' },
  });
  expect(await memory.verifyReceipt(receipts[1])).toMatchObject({ valid: true });
  const early = await memory.verifyReceipt(receipts[0]);
  expect(early).toMatchObject({
    valid: false,
    faults: [],
    unchecked: [expect.stringContaining('no longer kept')],
  });
  expect((await memory.doctor()).healthy).toBe(true);
  expect((await memory.prune({ keepAuditForDays: 35 })).auditLines).toBe(0);
  expect((await memory.prune({ keepAuditForDays: 5 })).auditLines).toBeGreaterThan(0);
  await memory.scope('bob').store({ content: 'Bob goes on counting' });
  await memory.scope('ada40').erase({ reason: 'asked for' });
  expect(await backend.checkAudit({})).toMatchObject({ faults: [] });
});

it('notices lines that somebody else removed, also beside a checkpoint, and a changed checkpoint', async () => {
  const { memory, backend } = await aged();
  await memory.prune({ keepAuditForDays: 35 });
  const whole = await backend.checkAudit({});
  await memory.close();
  const changes = [
    `DELETE FROM audit WHERE number = ${whole.cut!.line + 1}`,
    `UPDATE audit SET erasure = replace(erasure, '"lines":', '"lines":1') WHERE erasure LIKE '{"cut"%'`,
    `DELETE FROM meta WHERE key = 'audit_cut'`,
  ];
  const before = readFileSync(path);
  for (const sql of changes) {
    change(sql);
    const { backend: again, memory: reopened } = await openBoth();
    expect((await again.checkAudit({})).faults, sql).not.toEqual([]);
    await reopened.close();
    writeFileSync(path, before);
  }
  expect((await (await openBoth()).backend.checkAudit({})).faults).toEqual([]);
});

it('refuses to cut the audit of one scope, before anything is removed', async () => {
  const memory = await open();
  await memory.scope('bob').store({ content: 'Bob counts gulls' });
  const cut = memory.scope('bob').prune({ keepAuditForDays: 1, maxRecords: 0 });
  await expect(cut).rejects.toMatchObject({ code: 'invalid_input', field: 'keepAuditForDays' });
  expect(await memory.stats()).toMatchObject({ current: 1 });
});
