import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createMemory,
  Episodes,
  type Memory,
  MemoryScope,
  MnemeError,
  Sessions,
} from '@mneme/core';
import { DocumentStore, Stores } from '@mneme/core/documents';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/**
 * Puts a secret into every field of every write. Fields and methods are read from the API, so a new one without a check
 * or a case here fails.
 */

/** Made at run time, so that no scanner takes this file for a leak. */
const key = ['AKIA', 'Q2VB7NMX', '4TRWZ1KD'].join('');
const card = [4539, 1488, 343, 6467].map((group) => String(group).padStart(4, '0')).join('');
const password = ['Tr0ub4', 'dor&3x'].join('');

let folder: string;
let memory: Memory;
let ada: MemoryScope;
let notes: DocumentStore;
let recordId: string;
let replacedId: string;
let documentId: string;
let oldVersionId: string;

async function open(secrets: 'reject' | 'mask'): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'mneme-gate-'));
  const backend = sqliteBackend({ path: join(folder, 'mneme.db') });
  memory = await createMemory({ backend, embedder: staticEmbedder(), secrets });
  ada = memory.scope('ada');
  ({ id: recordId } = await ada.store({ content: 'Likes green tea' }));
  ({ id: replacedId } = await ada.store({ content: 'Lives in Bonn' }));
  await ada.store({ content: 'Moved to Ghent' });
  await ada.store({ content: 'Works as a cook' });
  await ada.store({ content: 'Works as a baker' });
  notes = await ada.stores.open('notes', { create: true });
  const made = await notes.create({ path: '/plan.md', content: 'Ship on Friday' });
  documentId = made.id;
  oldVersionId = made.versionId;
  await notes.update('/plan.md', { content: 'Ship on Monday' });
}

type Given = Record<string, unknown>;
interface Entrance {
  /** Fields with fixed values. */
  base?: Given;
  call(given: never): Promise<unknown>;
}

const writes: Record<string, Entrance> = {
  'MemoryScope.store': { base: { content: 'Tea' }, call: (given) => ada.store(given) },
  'MemoryScope.store, options': { call: (given) => ada.store({ content: 'Tea' }, given) },
  'MemoryScope.storeMany': { base: { content: 'Tea' }, call: (given) => ada.storeMany([given]) },
  'MemoryScope.storeMany, options': { call: (given) => ada.storeMany([{ content: 'T' }], given) },
  'MemoryScope.update': { call: (given) => ada.update(recordId, given) },
  'MemoryScope.update, options': {
    call: (given) => ada.update(recordId, { content: 'Likes black tea' }, given),
  },
  'MemoryScope.delete': { call: (given) => ada.delete(recordId, given) },
  'MemoryScope.restore': { call: (given) => ada.restore(replacedId, given) },
  'Memory.settle': {
    base: { judge: async () => 'update' },
    call: (given) => memory.settle(given),
  },
  'MemoryScope.settle': {
    base: { judge: async () => 'update' },
    call: (given) => ada.settle(given),
  },
  'Memory.consolidate': {
    base: { extractor: () => ({ facts: [] }) },
    call: (given) => memory.consolidate(given),
  },
  'MemoryScope.consolidate': {
    base: { extractor: () => ({ facts: [] }) },
    call: (given) => ada.consolidate(given),
  },
  'MemoryScope.doctor': { base: { fix: true }, call: (given) => ada.doctor(given) },
  'Memory.doctor': { base: { fix: true }, call: (given) => memory.doctor(given) },
  'MemoryScope.prune': { base: { maxRecords: 0 }, call: (given) => ada.prune(given) },
  'Sessions.erase': { call: (given) => ada.sessions.erase('friday', given) },
  'Episodes.append': {
    base: { content: 'Tea' },
    call: (given) => ada.episodes.append([given], { session: 'friday' }),
  },
  'Episodes.append, options': {
    base: { session: 'friday' },
    call: (given) => ada.episodes.append([{ content: 'Tea' }], given),
  },
  'MemoryScope.erase': { call: (given) => memory.scope('bob').erase(given) },
  'Memory.prune': { base: { maxRecords: 0 }, call: (given) => memory.prune(given) },
  'Stores.create': { base: { name: 'more' }, call: (given) => ada.stores.create(given) },
  'Stores.update': { call: (given) => ada.stores.update(notes.id, given) },
  'Stores.update, options': {
    call: (given) => ada.stores.update(notes.id, { description: 'all' }, given),
  },
  'Stores.archive': { call: (given) => ada.stores.archive(notes.id, given) },
  'Stores.delete': { call: (given) => ada.stores.delete(notes.id, given) },
  'Stores.expire': { base: { unreadForDays: 1 }, call: (given) => ada.stores.expire(given) },
  'DocumentStore.create': {
    base: { path: '/a.md', content: 'a' },
    call: (given) => notes.create(given),
  },
  'DocumentStore.create, options': {
    call: (given) => notes.create({ path: '/b.md', content: 'a' }, given),
  },
  'DocumentStore.write': {
    base: { path: '/a.md', content: 'a' },
    call: (given) => notes.write(given),
  },
  'DocumentStore.write, options': {
    call: (given) => notes.write({ path: '/c.md', content: 'a' }, given),
  },
  'DocumentStore.update': { call: (given) => notes.update('/plan.md', given) },
  'DocumentStore.update, options': {
    call: (given) => notes.update('/plan.md', { content: 'Ship' }, given),
  },
  'DocumentStore.delete': { call: (given) => notes.delete('/plan.md', given) },
  'DocumentStore.changeMany': {
    call: (given) => notes.changeMany([{ rename: documentId, to: '/d.md' }], given),
  },
  'DocumentStore.restore': { call: (given) => notes.restore(oldVersionId, given) },
  'DocumentStore.redact': { call: (given) => notes.redact(oldVersionId, given) },
  'DocumentStore.import': {
    call: (given) => notes.import([{ path: '/e.md', content: 'e' }], given),
  },
};

/** They store nothing; `open` and `as` have their own cases below. */
const reads = [
  'Sessions: list get',
  'MemoryScope: stores episodes sessions recall check retrieve get findIds list history decisions evidence whyNot stats telemetry',
  'Memory: scope keepsDocuments scopes stats reembed abandonReembed audit verifyReceipt close telemetry',
  'Stores: as open at get list',
  'DocumentStore: info as read list search versions version diff export',
].flatMap((line) => {
  const [type, names = ''] = line.split(': ');
  return names.split(' ').map((name) => `${type}.${name}`);
});

/** The types in which a field may contain text. */
const plants: ((field: string) => unknown)[] = [
  () => key,
  () => `see ${key} there`,
  () => [key],
  () => `/${key}.md`,
  () => ({ note: key }),
  () => ({ [key]: 'note' }),
  () => ({ deep: [{ deeper: [key] }] }),
  () => ({ deep: { [key]: 1 } }),
  () => ({ password }),
  () => ({ card: Number(card) }),
  () => ({ session: key }),
  () => ({ speaker: key }),
  () => ({ externalId: key }),
  () => ({ documentPath: key }),
  () => ({ type: 'user_actor', userId: key }),
  () => ({ type: 'session_actor', sessionId: key }),
  () => ({ type: 'api_actor', apiKeyId: key }),
  () => ({ type: 'service_account_actor', serviceAccountId: key }),
];

async function fieldsOf({ base = {}, call }: Entrance): Promise<string[]> {
  const error = await call({ ...base, zzzzUnknown: 1 } as never).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const fault = MnemeError.isInstance(error)
    ? error.faults.find(({ unknown }) => unknown !== undefined)
    : undefined;
  return fault?.problem.replace('known are ', '').split(', ') ?? [];
}

/** The secrets found in the files of the store. */
function leaked(): string[] {
  const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  return [key, card, password].filter((secret) => bytes.some((file) => file.includes(secret)));
}

describe('the gate for secrets', () => {
  beforeEach(() => open('reject'));
  afterEach(async () => {
    await memory.close();
    rmSync(folder, { recursive: true });
  });

  it('has every method listed as a read or a write', () => {
    const types = [
      MemoryScope,
      Episodes,
      Sessions,
      Stores,
      DocumentStore,
      Object.getPrototypeOf(memory).constructor,
    ];
    const methods = types.flatMap((type: { name: string; prototype: object }) =>
      Object.getOwnPropertyNames(type.prototype)
        .filter((name) => name !== 'constructor')
        .map((name) => `${type.name}.${name}`),
    );
    const known = new Set([...reads, ...Object.keys(writes)]);
    expect(methods.filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(Object.keys(writes))('refuses a secret in every field of %s', async (name) => {
    const entrance = writes[name] as Entrance;
    const fields = await fieldsOf(entrance);
    expect(fields.length).toBeGreaterThan(0);
    let refused = 0;
    for (const field of fields) {
      for (const plant of plants) {
        const given = { ...entrance.base, [field]: plant(field) };
        const error: unknown = await entrance.call(given as never).then(
          () => ({ code: 'accepted', given }),
          (thrown: unknown) => thrown,
        );
        expect(error).toMatchObject({
          code: expect.stringMatching(/^(secret_refused|invalid_input)$/),
        });
        if ((error as MnemeError).code !== 'secret_refused') continue;
        refused += 1;
        expect((error as MnemeError).message).not.toContain(key);
      }
    }
    expect(refused).toBeGreaterThan(0);
    expect(leaked()).toEqual([]);
  });

  it('refuses a secret as the name of a scope, a store, an author, a new path', async () => {
    const refused = { code: 'secret_refused' };
    await expect(memory.scope(key).store({ content: 'Tea' })).rejects.toMatchObject(refused);
    await expect(memory.scope(key).stores.create({ name: 'a' })).rejects.toMatchObject(refused);
    await expect(ada.stores.open(key, { create: true })).rejects.toMatchObject(refused);
    const by = { type: 'user_actor', userId: key } as const;
    const files = [{ path: `/${key}.md`, content: 'a' }];
    await expect(notes.as(by).write({ path: '/x', content: '' })).rejects.toMatchObject(refused);
    await expect(ada.stores.as(by).archive(notes.id)).rejects.toMatchObject(refused);
    await expect(notes.import(files)).rejects.toMatchObject(refused);
    const moved = notes.changeMany([{ rename: documentId, to: `/${key}` }]);
    await expect(moved).rejects.toMatchObject(refused);
    expect(leaked()).toEqual([]);
  });

  it('erases a scope whose name an older version accepted', async () => {
    await expect(memory.scope(key).erase()).resolves.toMatchObject({ records: 0 });
  });

  it('finds one secret among many texts', async () => {
    const items = ['one', 'two', 'three', 'four'].map((content) => ({
      content,
      metadata: { note: 'from the desk' },
    }));
    items[2] = { content: 'three', metadata: { note: `the key is ${key}` } };
    const results = await ada.storeMany(items, { onError: 'collect' });
    expect(results.map(({ error }) => error?.code)).toEqual([
      undefined,
      undefined,
      'secret_refused',
      undefined,
    ]);
  });

  it('names the fields with a secret', async () => {
    const metadata = { login: { password } };
    const refused = ada.store({ content: 'Tea', tags: [key], metadata });
    await expect(refused).rejects.toMatchObject({
      code: 'secret_refused',
      faults: [{ field: 'tags[0]' }, { field: 'metadata.login.password' }],
    });
  });
});

describe('the gate that masks', () => {
  beforeEach(() => open('mask'));
  afterEach(async () => {
    await memory.close();
    rmSync(folder, { recursive: true });
  });

  it.each(Object.keys(writes))('writes no secret to the files in %s', async (name) => {
    const entrance = writes[name] as Entrance;
    for (const field of await fieldsOf(entrance)) {
      for (const plant of plants) {
        await entrance.call({ ...entrance.base, [field]: plant(field) } as never).catch((error) => {
          if (!MnemeError.isInstance(error)) throw error;
        });
      }
    }
    expect(leaked()).toEqual([]);
  });

  it('masks secrets in text, and refuses them in names', async () => {
    const metadata = {
      login: { password, tries: 3 },
      card: Number(card),
      note: `see ${key} there`,
    };
    const stored = await ada.store(
      { content: 'Coffee', tags: ['a', key], metadata },
      { reason: `by ${key}` },
    );
    expect(stored.masked).toEqual(['api_key', 'password', 'card_number']);
    expect(await ada.get(stored.id)).toMatchObject({
      tags: ['a', '[api_key removed]'],
      metadata: {
        login: { password: '[password removed]', tries: 3 },
        card: '[card_number removed]',
        note: 'see [api_key removed] there',
      },
    });
    const named = ada.store({ content: 'Milk', source: { session: key } });
    await expect(named).rejects.toMatchObject({
      code: 'secret_refused',
      field: 'source.session',
    });
  });
});
