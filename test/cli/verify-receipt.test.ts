import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mneme, Workplace } from './mneme.ts';

const place = new Workplace();
afterAll(() => place.remove());

const made = place.path('store.db');
/** The receipt that erase printed. */
let printed: string;
let db: string;
let receipt: string;
beforeAll(async () => {
  for (const scope of ['ada', 'bob'])
    await place.json(mneme`store "Prefers green tea" --db ${made} --scope ${scope}`);
  const argv = ['scopes', 'erase', 'ada', '--db', made, '--yes', '--json'];
  printed = (await place.run(argv)).stdout;
});
beforeEach(() => {
  db = made;
  receipt = place.path('receipt.json');
  writeFileSync(receipt, printed);
});

const verify = (...argv: string[]) => place.run(mneme`scopes verify-receipt ${argv} --db ${db}`);

it('accepts a receipt of erase, from a file or standard input, and ends with 0', async () => {
  const ran = await verify(receipt);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.stdout).toMatch(
    /the receipt is valid: the audit of this store has its digest\nno bytes are pending\n/,
  );
  const stdin = readFileSync(receipt, 'utf8');
  const piped = await place.run(mneme`scopes verify-receipt - --db ${db} --json`, { stdin });
  expect(piped.code).toBe(0);
  expect(JSON.parse(piped.stdout)).toEqual({
    valid: true,
    faults: [],
    unchecked: [],
    remains: { bytes: 'removed' },
  });
});

it('rejects an altered receipt, and ends with 1', async () => {
  const said = JSON.parse(readFileSync(receipt, 'utf8'));
  writeFileSync(receipt, JSON.stringify({ ...said, records: 7 }));
  const { code, stdout } = await verify(receipt);
  expect(code).toBe(1);
  expect(stdout).toMatch(/is NOT valid\n.*its hash does not match its contents/);
});

it.each([
  ['text that is not JSON', 'hello', /is not JSON/],
  ['other JSON', '{"hello": 1}', /not a receipt of an erasure/],
  ['a list', '[]', /give an object/],
  ['an empty file', '', /is not JSON/],
  ['a receipt with an invalid field', '{"kind":"mneme.erasure","scope":"ada","hash":1}', /hash/],
])('refuses %s in one line, and ends with 2', async (_, text, message) => {
  writeFileSync(receipt, text);
  const { code, stdout, stderr } = await verify(receipt);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(message);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

it('names a missing file and a missing store', async () => {
  const missing = await verify(place.path('none.json'));
  expect(missing.code).not.toBe(0);
  expect(missing.stderr).toContain('none.json');
  db = place.path('none.db');
  const store = await verify(receipt);
  expect(store.code).not.toBe(0);
  expect(store.stderr).toContain('none.db');
});
