import { hash } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inFile } from './in-file.ts';
import { folder, open, path, useStore } from './store.ts';

useStore();

/** Erases Ada, between changes to Bob. */
async function erased(options?: { path: string }) {
  const memory = await open(options);
  const ada = memory.scope('ada');
  const bob = memory.scope('bob');
  await bob.store({ content: 'Bob sails the Heron' });
  await ada.store({ content: 'Ada sails the Merlin' });
  const store = await ada.stores.create({ name: 'notes' });
  await store.create({ path: '/a', content: 'one' });
  await store.update('/a', { content: 'two' });
  const receipt = await ada.erase({ reason: 'asked for' });
  await bob.store({ content: 'The tide is high' });
  await memory.close();
  return JSON.parse(JSON.stringify(receipt)) as typeof receipt;
}

async function check(receipt: unknown, options?: { path: string }) {
  return (await open(options)).verifyReceipt(receipt);
}

it('an erasure returns a receipt that says what was erased and where it was searched, and that stays valid', async () => {
  const receipt = await erased();
  expect(receipt).toMatchObject({
    kind: 'mneme.erasure',
    scope: 'ada',
    records: 1,
    bytes: 'removed',
    counts: { records: 1, stores: 1, documents: 1, versions: 2, auditLines: 4 },
    audit: { line: 6 },
  });
  expect(receipt.verified.map(({ left }) => left)).toEqual(Array(8).fill(0));
  expect(await check(receipt)).toEqual({
    valid: true,
    faults: [],
    unchecked: [],
    remains: { bytes: 'removed' },
  });
});

it('a changed receipt is invalid', async () => {
  const receipt = await erased();
  for (const change of [{ records: 9 }, { scope: 'bob' }, { bytes: 'pending' }, { verified: [] }])
    expect((await check({ ...receipt, ...change })).valid).toBe(false);
  await expect(check({ hello: 1 })).rejects.toMatchObject({
    code: 'invalid_input',
    field: 'receipt',
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

it('a changed receipt with a recomputed hash is invalid, whatever was changed', async () => {
  const receipt = await erased();
  expect(rehashed(receipt)).toEqual(receipt);
  const memory = await open();
  const changes: Record<string, unknown> = {
    id: 'another',
    scope: 'bob',
    records: 2,
    erasedAt: '2020-01-01T00:00:00.000Z',
    bytes: 'pending',
    bytesReason: 'none',
    pendingSince: '2020-01-01T00:00:00.000Z',
    counts: { ...receipt.counts, documents: 7 },
    verified: [],
    audit: undefined,
    key: 'destroyed',
    notReached: 'nothing',
    signedBy: 'the notary',
  };
  expect(Object.keys(changes)).toEqual(
    expect.arrayContaining(Object.keys(receipt).filter((name) => !/^(kind|hash)$/.test(name))),
  );
  for (const [name, value] of Object.entries(changes)) {
    const forged = JSON.parse(JSON.stringify(rehashed({ ...receipt, [name]: value })));
    const { valid, faults } = await memory.verifyReceipt(forged);
    expect({ name, valid, faults: faults.length }).toEqual({ name, valid: false, faults: 1 });
  }
});

it.each([1, 5, 7, 99])(
  'a receipt for a scope that was never erased is invalid with audit line %i',
  async (line) => {
    const receipt = await erased();
    const chain = await inFile(path, (database) =>
      database.prepare('SELECT chain FROM audit WHERE number = ?').get(line),
    );
    const hash = (chain as { chain: string } | undefined)?.chain ?? receipt.audit!.hash;
    const forged = rehashed({ ...receipt, scope: 'carol', audit: { line, hash } });
    const { valid, faults } = await check(forged);
    expect({ valid, faults: faults.length }).toEqual({ valid: false, faults: 1 });
  },
);

it('a receipt whose digest is not in the audit log is reported as unchecked and invalid', async () => {
  const receipt = await erased();
  await inFile(path, (database) => {
    // As after a crash between the erasure and its receipt.
    database.exec('DELETE FROM audit WHERE number > 6');
    const { chain } = database.prepare('SELECT chain FROM audit WHERE number = 6').get() as {
      chain: string;
    };
    database
      .prepare(`UPDATE meta SET value = ? WHERE key = 'audit_end'`)
      .run(JSON.stringify([6, chain]));
  });
  expect(await check(receipt)).toMatchObject({
    valid: false,
    faults: [],
    unchecked: [expect.stringContaining('no digest')],
  });
  for (const change of [{ records: 9 }, { scope: 'bob' }])
    expect(await check(rehashed({ ...receipt, ...change }))).toMatchObject({
      valid: false,
      faults: [expect.any(String)],
    });
});

it('the audit log does not show the lines of receipts', async () => {
  await erased();
  const memory = await open();
  const lines = await memory.audit();
  await memory.close();
  expect(lines.map(({ action, scope }) => `${action} ${scope}`)).toEqual([
    'create bob',
    'erase ada',
    'create bob',
  ]);
});

const attacks = {
  'a line in the middle is removed': 'DELETE FROM audit WHERE number = 1',
  'the last line is removed': 'DELETE FROM audit WHERE number = (SELECT max(number) FROM audit)',
  'all lines are removed': 'DELETE FROM audit',
  'a line is changed': `UPDATE audit SET actor = 'nobody' WHERE number = 1`,
  'a line is emptied like those of an erasure': `UPDATE audit SET at = '', action = '', scope = '', id = NULL, actor = '', reason = '', salt = NULL, erased_by = 6 WHERE number = 1`,
  'a line is emptied without an erasure': `UPDATE audit SET at = '', action = '', scope = '', actor = '', reason = '', salt = NULL, erased_by = 1 WHERE number = 1`,
  'lines are removed and the others renumbered':
    'DELETE FROM audit WHERE number = 1; UPDATE audit SET number = number - 1',
  'the line of the erasure is not JSON': `UPDATE audit SET erasure = '{' WHERE number = 6`,
  'the digest of the receipt is changed': `UPDATE audit SET erasure = replace(erasure, '"receipt":"', '"receipt":"0') WHERE number = 7`,
  'the line of the erasure has another count': `UPDATE audit SET erasure = replace(erasure, '"records":1', '"records":7')`,
};

it.each(Object.entries(attacks))('the audit log reports it if %s', async (_, sql) => {
  const receipt = await erased();
  await inFile(path, (database) => database.exec(sql));
  const { valid, faults } = await check(receipt);
  expect({ valid, some: faults.length > 0 }).toEqual({ valid: false, some: true });
});

it('a second erasure of the scope does not change the first receipt', async () => {
  const first = await erased();
  const memory = await open();
  await memory.scope('ada').store({ content: 'Ada is back' });
  const second = await memory.scope('ada').erase();
  await memory.close();
  expect(await check(second)).toMatchObject({ valid: true, unchecked: [] });
  expect(await check(first)).toMatchObject({ valid: true, unchecked: [] });
});

it('a receipt of another store is invalid', async () => {
  const receipt = await erased();
  const other = { path: join(folder, 'other.db') };
  await erased(other);
  expect((await check(receipt, other)).valid).toBe(false);
});
