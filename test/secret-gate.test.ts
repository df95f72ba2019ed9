import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  calls,
  fieldsOf,
  makeCall,
  openPlace,
  type Place,
  refusal,
  withField,
} from './every-call.ts';

/** Puts a secret into every field of every write, so a new field or method without a check fails. */

/** Made at run time, so that no scanner takes this file for a leak. */
const key = ['AKIA', 'Q2VB7NMX', '4TRWZ1KD'].join('');
const card = [4539, 1488, 343, 6467].map((group) => String(group).padStart(4, '0')).join('');
const password = ['Tr0ub4', 'dor&3x'].join('');

let place: Place;

/** They store nothing; `open`, `as` and `scope` have their own cases below. */
const reads = new Set(
  [
    'Sessions: list get',
    'MemoryScope: recall check retrieve get findIds list history decisions evidence whyNot',
    'Memory: scope reembed abandonReembed audit verifyReceipt compact',
    'Stores: as open at get list',
    'DocumentStore: as read list search versions version diff',
  ].flatMap((line) => {
    const [type, names = ''] = line.split(': ');
    return names.split(' ').map((name) => `${type}.${name}`);
  }),
);
const writes = Object.keys(calls).filter((name) => !reads.has(name.split(',')[0]!));

/** The types in which a field may contain text. */
const plants: readonly unknown[] = [
  key,
  `see ${key} there`,
  [key],
  `/${key}.md`,
  { note: key },
  { [key]: 'note' },
  { deep: [{ deeper: [key] }] },
  { deep: { [key]: 1 } },
  { password },
  { card: Number(card) },
  { session: key },
  { speaker: key },
  { externalId: key },
  { documentPath: key },
  { type: 'user_actor', userId: key },
  { type: 'session_actor', sessionId: key },
  { type: 'api_actor', apiKeyId: key },
  { type: 'service_account_actor', serviceAccountId: key },
];

/** The calls of a write with a secret in each of its fields. */
async function* plantedIn(name: string) {
  for (const [at, fields] of await fieldsOf(place, name))
    for (const field of fields)
      for (const plant of plants) {
        // A dry run writes nothing.
        const given = calls[name]!(place).map((argument) =>
          isObject(argument) && 'dryRun' in argument ? { ...argument, dryRun: false } : argument,
        );
        yield () => makeCall(place, name, withField(given, at, { [field]: plant }));
      }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The secrets found in the files of the store. */
function leaked(): string[] {
  const { folder } = place;
  const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  return [key, card, password].filter((secret) => bytes.some((file) => file.includes(secret)));
}

describe('the gate for secrets', () => {
  // A refused write changes nothing.
  beforeAll(async () => {
    // Turns are masked without a policy.
    place = await openPlace({ secrets: 'reject' });
  });
  afterAll(() => place.close());

  it.each(writes)('refuses a secret in every field of %s', async (name) => {
    let refused = 0;
    for await (const call of plantedIn(name)) {
      const error = await refusal(call);
      expect(error?.code).toMatch(/^(secret_refused|invalid_input|not_found)$/);
      expect(error?.message.includes(key) && error.code === 'secret_refused').toBe(false);
      if (error?.code === 'secret_refused') refused += 1;
    }
    expect(refused).toBeGreaterThan(0);
    expect(leaked()).toEqual([]);
  });

  it('refuses a secret as the name of a scope, a store, an author, a new path', async () => {
    const refused = { code: 'secret_refused' };
    await expect(place.memory.scope(key).store({ content: 'Tea' })).rejects.toMatchObject(refused);
    await expect(place.memory.scope(key).stores.create({ name: 'a' })).rejects.toMatchObject(
      refused,
    );
    await expect(place.ada.stores.open(key, { create: true })).rejects.toMatchObject(refused);
    const by = { type: 'user_actor', userId: key } as const;
    const files = [{ path: `/${key}.md`, content: 'a' }];
    await expect(place.notes.as(by).write({ path: '/x', content: '' })).rejects.toMatchObject(
      refused,
    );
    await expect(place.ada.stores.as(by).archive(place.notes.id)).rejects.toMatchObject(refused);
    await expect(place.notes.import(files)).rejects.toMatchObject(refused);
    const moved = place.notes.changeMany([{ rename: place.ids.document, to: `/${key}` }]);
    await expect(moved).rejects.toMatchObject(refused);
    expect(leaked()).toEqual([]);
  });

  it('erases a scope whose name an older version accepted', async () => {
    await expect(place.memory.scope(key).erase()).resolves.toMatchObject({ records: 0 });
  });

  it('finds one secret among many texts', async () => {
    const items = ['one', 'two', 'three', 'four'].map((content) => ({
      content,
      metadata: { note: 'from the desk' },
    }));
    items[2] = { content: 'three', metadata: { note: `the key is ${key}` } };
    const results = await place.ada.storeMany(items, { onError: 'collect' });
    expect(results.map(({ error }) => error?.code)).toEqual([
      undefined,
      undefined,
      'secret_refused',
      undefined,
    ]);
  });

  it('names the fields with a secret', async () => {
    const metadata = { login: { password } };
    const refused = place.ada.store({ content: 'Tea', tags: [key], metadata });
    await expect(refused).rejects.toMatchObject({
      code: 'secret_refused',
      faults: [{ field: 'tags[0]' }, { field: 'metadata.login.password' }],
    });
  });
});

describe('the gate that masks', () => {
  beforeEach(async () => {
    place = await openPlace({ secrets: 'mask' });
  });
  afterEach(() => place.close());

  it.each(writes)('writes no secret to the files in %s', async (name) => {
    for await (const call of plantedIn(name)) await refusal(call);
    expect(leaked()).toEqual([]);
  });

  it('masks secrets in text, and refuses them in names', async () => {
    const metadata = {
      login: { password, tries: 3 },
      card: Number(card),
      note: `see ${key} there`,
    };
    const stored = await place.ada.store(
      { content: 'Coffee', tags: ['a', key], metadata },
      { reason: `by ${key}` },
    );
    expect(stored.masked).toEqual(['api_key', 'password', 'card_number']);
    expect(await place.ada.get(stored.id)).toMatchObject({
      tags: ['a', '[api_key removed]'],
      metadata: {
        login: { password: '[password removed]', tries: 3 },
        card: '[card_number removed]',
        note: 'see [api_key removed] there',
      },
    });
    const named = place.ada.store({ content: 'Milk', source: { session: key } });
    await expect(named).rejects.toMatchObject({
      code: 'secret_refused',
      field: 'source.session',
    });
  });
});
