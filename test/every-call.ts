import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createMemory,
  Episodes,
  type Memory,
  type MemoryOptions,
  MemoryScope,
  MnemeError,
  Sessions,
} from '@mneme/core';
import { DocumentStore, Stores } from '@mneme/core/documents';
import { staticEmbedder } from '@mneme/embedders';
import { Keys } from '@mneme/server';
import { type SqliteBackend, sqliteBackend } from '@mneme/sqlite';
import { type Database, loadDriver } from '../packages/kv-backend/src/drivers/index.ts';

/** A memory with some data of each type, and a second connection that detects changes. */
export interface Place {
  folder: string;
  path: string;
  backend: SqliteBackend;
  memory: Memory;
  keys: Keys;
  /** The API key of Ada's scope. */
  key: string;
  ada: MemoryScope;
  notes: DocumentStore;
  /** Those named `spare` may be removed by a call. */
  ids: Record<
    | 'record'
    | 'spareRecord'
    | 'replaced'
    | 'older'
    | 'newer'
    | 'store'
    | 'spareStore'
    | 'document'
    | 'firstVersion'
    | 'version'
    | 'spareVersion',
    string
  >;
  /** Changes only if stored data changes; times of reads do not count. */
  digest(): string;
  close(): Promise<void>;
}

export async function openPlace(options: Partial<MemoryOptions> = {}): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-every-call-'));
  const path = join(folder, 'memory.db');
  const backend = sqliteBackend({ path, durability: 'normal' });
  const memory = await createMemory({ backend, embedder: staticEmbedder(), ...options });
  const ada = memory.scope('ada');
  const store = async (content: string) => (await ada.store({ content, tags: ['tea'] })).id;
  const record = await store('Ada prefers green tea');
  const spareRecord = await store('The ferry leaves at noon');
  const replaced = await store('Lives in Bonn');
  await store('Moved to Ghent');
  const [older, newer] = [await store('Works as a cook'), await store('Works as a baker')];
  await memory.scope('bob').store({ content: 'Bob sails the Heron on Sundays' });
  const notes = await ada.stores.open('notes', { create: true });
  const made = await notes.create({ path: '/plan.md', content: 'Ship on Friday\n' });
  const changed = await notes.update('/plan.md', { content: 'Ship on Monday\n' });
  const spare = await notes.create({ path: '/spare.md', content: 'Old\n' });
  await notes.update('/spare.md', { content: 'New\n' });
  const keys = new Keys(backend.keys);
  const reader = (await loadDriver('better-sqlite3')).open(path);
  return {
    ...{ folder, path, backend, memory, keys, ada, notes },
    key: (await keys.create({ scope: 'ada', access: 'read_write' })).key,
    ids: {
      ...{ record, spareRecord, replaced, older, newer },
      store: notes.id,
      spareStore: (await ada.stores.create({ name: 'spare' })).id,
      document: made.id,
      firstVersion: made.versionId,
      version: changed.versionId,
      spareVersion: spare.versionId,
    },
    digest: digestOf(reader),
    async close() {
      reader.close();
      await memory.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const tables = [
  `SELECT id, scope, body, importance, expires_at, superseded_by, version FROM records`,
  'SELECT scope, records, counts FROM scopes',
  'SELECT scope, number, about, entry FROM audit',
  'SELECT id, scope, name, info, version FROM stores',
  'SELECT id, store, version, content FROM versions',
  'SELECT id, scope, access, revoked_at FROM keys',
];

function digestOf(reader: Database): () => string {
  let seen: unknown;
  let digest = '';
  return () => {
    // This number only changes with a write.
    const version = reader.prepareColumn('PRAGMA data_version').get();
    if (version === seen && digest !== '') return digest;
    seen = version;
    const hash = createHash('sha256');
    for (const sql of tables) hash.update(JSON.stringify(reader.prepare(sql).all()));
    digest = hash.digest('hex');
    return digest;
  };
}

const write = { actor: 'tester', reason: 'because' };
const filter = {
  categories: ['user_preference'],
  tags: ['tea'],
  where: { project: 'heron', 'source.speaker': ['Ada', 'Bob'] },
  minImportance: 2,
  occurredAt: { from: '2026-01-01', before: '2026-02-01' },
  asOf: '2026-03-01T00:00:00Z',
  includeSuperseded: true,
};
const memory = {
  content: 'Ada moved to Porto',
  category: 'factual_knowledge',
  tags: ['home', 'city'],
  importance: 4,
  occurredAt: '2026-01-15T10:00:00Z',
  expiresAt: '2099-01-01',
  source: { session: 's1', sequence: 3, speaker: 'Ada', externalId: 'x-1' },
  metadata: { project: 'heron', list: [1, 'a', { deep: true }] },
};
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const actor = { type: 'user_actor', userId: 'u1' };

/** Valid arguments of every method of the library that takes some. */
export const calls: Record<string, (place: Place) => unknown[]> = {
  'Memory.scope': () => ['ada'],
  'Memory.audit': () => [{ scope: 'ada', limit: 10 }],
  'Memory.compact': () => [{ freeShare: 0.5 }],
  'Memory.prune': () => [{ ...write, maxRecords: 0, dryRun: true, documentsUnreadForDays: 30 }],
  'Memory.doctor': () => [{ ...write, fix: true, near: true, staleDays: 30, maxRecords: 100 }],
  'MemoryScope.doctor': () => [{ ...write, near: false, examples: 3 }],
  'Memory.settle': () => [{ ...write, dryRun: true, maxCalls: 3, judge: () => 'keepBoth' }],
  'MemoryScope.settle': ({ ids }) => [
    { ...write, dryRun: true, maxCalls: 3, judge: () => 'same', pair: [ids.older, ids.newer] },
  ],
  'Memory.consolidate': () => [
    {
      ...{ ...write, dryRun: true, maxCalls: 3, maxCost: 2, windowTurns: 5 },
      extractor: ({ turns: [turn] }: { turns: { id: string }[] }) => ({
        facts: [{ ...memory, evidence: [turn?.id] }],
        cost: 1,
      }),
    },
  ],
  'MemoryScope.consolidate': () => [
    { ...write, dryRun: true, maxCalls: 3, extractor: () => ({ facts: [] }) },
  ],
  'Memory.reembed': () => [{ embedder: {}, batchSize: 10 }],
  'Memory.abandonReembed': () => [{ embedder: {} }],
  'Memory.verifyReceipt': () => [
    {
      ...{
        kind: 'mneme.erasure',
        scope: 'ada',
        records: 1,
        erasedAt: '2026-01-01T00:00:00.000Z',
      },
      ...{
        bytes: 'removed',
        counts: { records: 1 },
        verified: [{ what: 'a', how: 'b', left: 0 }],
      },
      ...{ audit: { line: 1, hash: 'ab' }, notReached: 'backups', hash: 'cd' },
    },
  ],
  'MemoryScope.store': () => [memory, { ...write, onConflict: 'supersede' }],
  'MemoryScope.storeMany': () => [
    [memory, { content: 'Ada drinks tea' }],
    { ...write, onError: 'throw' },
  ],
  'MemoryScope.check': () => [memory],
  'MemoryScope.retrieve': () => [
    'which tea?',
    { ...filter, limit: 5, minRelevance: 0.1, explain: true },
  ],
  'MemoryScope.recall': () => [
    'which tea?',
    {
      ...filter,
      tokenBudget: 300,
      profileShare: 0.5,
      limit: 3,
      minRelevance: 0.1,
      explain: true,
    },
  ],
  'MemoryScope.get': ({ ids }) => [ids.record, { includeExpired: true }],
  'MemoryScope.update': ({ ids }) => [
    ids.record,
    {
      content: 'Ada prefers black tea',
      category: 'user_preference',
      tags: ['tea'],
      importance: 5,
      expiresAt: null,
      metadata: { a: 1 },
    },
    write,
  ],
  'MemoryScope.findIds': () => ['0190'],
  'MemoryScope.list': () => [{ ...filter, order: 'newest', limit: 5, maxBytes: 1000 }],
  'MemoryScope.history': ({ ids }) => [ids.record],
  'MemoryScope.delete': ({ ids }) => [ids.spareRecord, { ...write, keepHistory: true }],
  'MemoryScope.restore': ({ ids }) => [ids.replaced, { ...write, instead: true }],
  'MemoryScope.decisions': ({ ids }) => [ids.record],
  'MemoryScope.evidence': ({ ids }) => [ids.record],
  'MemoryScope.whyNot': ({ ids }) => ['which tea?', ids.record, { ...filter, limit: 3 }],
  'MemoryScope.forget': () => [{ about: 'tea', dryRun: true }],
  'MemoryScope.prune': () => [{ ...write, maxRecords: 0, dryRun: true }],
  'MemoryScope.erase': () => [write],
  'Episodes.append': () => [
    [
      { content: 'I moved to Porto', speaker: 'Ada', sequence: 3, tags: ['home'] },
      { content: 'Noted', speaker: 'assistant', occurredAt: '2026-01-15T10:00:00Z' },
    ],
    { ...write, session: 'fuzzed' },
  ],
  'Sessions.list': () => [{ limit: 3 }],
  'Sessions.get': () => ['fuzzed', { fromSequence: 1, limit: 3, maxBytes: 1000 }],
  'Sessions.erase': () => ['nobody', write],
  'Stores.as': () => [actor],
  'Stores.open': () => ['notes', { create: true }],
  'Stores.at': () => ['memstore_x'],
  'Stores.get': ({ ids }) => [ids.store],
  'Stores.create': () => [{ name: 'more', description: 'all', metadata: { team: 'a' } }],
  'Stores.list': () => [{ includeArchived: true, limit: 3, createdFrom: '2026-01-01' }],
  'Stores.update': ({ ids }) => [
    ids.store,
    { description: 'some', metadata: { a: null } },
    { signal: undefined },
  ],
  'Stores.archive': ({ ids }) => [ids.spareStore, { reason: 'old' }],
  'Stores.delete': ({ ids }) => [ids.spareStore, { reason: 'old' }],
  'Stores.expire': () => [{ unreadForDays: 30, dryRun: true, actor }],
  'DocumentStore.as': () => [actor],
  'DocumentStore.create': () => [{ path: '/new.md', content: 'text' }, { reason: 'new' }],
  'DocumentStore.write': () => [{ path: '/written.md', content: 'text' }, { reason: 'new' }],
  'DocumentStore.read': () => ['/plan.md'],
  'DocumentStore.read, by id': ({ ids }) => [{ id: ids.document }],
  'DocumentStore.update': () => [
    '/plan.md',
    {
      content: 'other',
      precondition: { type: 'content_sha256', contentSha256: sha256('Ship on Monday\n') },
    },
    { reason: 'new' },
  ],
  'DocumentStore.delete': () => ['/spare.md', { reason: 'old' }],
  'DocumentStore.changeMany': ({ ids }) => [
    [{ rename: ids.document, to: '/plan.md' }],
    { reason: 'all' },
  ],
  'DocumentStore.list': () => [{ pathPrefix: '/', depth: 1, limit: 5 }],
  'DocumentStore.search': () => ['friday', { limit: 3, pathPrefix: '/' }],
  'DocumentStore.versions': ({ ids }) => [
    { documentId: ids.document, operation: 'created', limit: 3 },
  ],
  'DocumentStore.version': ({ ids }) => [ids.version],
  'DocumentStore.restore': ({ ids }) => [ids.firstVersion, { reason: 'back' }],
  'DocumentStore.redact': ({ ids }) => [ids.spareVersion, { reason: 'gone' }],
  'DocumentStore.diff': ({ ids }) => [ids.firstVersion, ids.version],
  'DocumentStore.import': () => [[{ path: '/i.md', content: 'i' }], { reason: 'in' }],
};

/** These take no arguments. */
const without = [
  'MemoryScope.stats',
  'Memory.scopes',
  'Memory.stats',
  'Memory.close',
  'DocumentStore.info',
  'DocumentStore.export',
];

/** The methods of the library that are not in {@link calls}, although they take arguments. */
export function uncovered({ memory: open }: Place): string[] {
  const types = [MemoryScope, Episodes, Sessions, Stores, DocumentStore];
  return [...types, Object.getPrototypeOf(open).constructor as typeof Stores]
    .flatMap((type) =>
      Object.entries(Object.getOwnPropertyDescriptors(type.prototype))
        .filter(([name, { value }]) => name !== 'constructor' && typeof value === 'function')
        .map(([name]) => `${type.name}.${name}`),
    )
    .filter((name) => !(name in calls) && !without.includes(name));
}

/** Makes one of {@link calls}. Only a scope without data is erased. */
export function makeCall({ memory: open, ada, notes }: Place, name: string, given: unknown[]) {
  const [type, method] = /^(\w+)\.(\w+)/.exec(name)!.slice(1) as [string, string];
  const targets: Record<string, object> = {
    Memory: open,
    MemoryScope: method === 'erase' ? open.scope('nobody') : ada,
    Episodes: ada.episodes,
    Sessions: ada.sessions,
    Stores: ada.stores,
    DocumentStore: notes,
  };
  const target = targets[type] as Record<string, (...given: unknown[]) => unknown>;
  return target[method]!(...given);
}

/** The arguments with another field in the object at that place; a list gets it in its first item. */
export function withField(given: readonly unknown[], at: number, field: Record<string, unknown>) {
  const add = (object: unknown) => ({ ...(object as object), ...field });
  const argument = given[at];
  const [first, ...rest] = Array.isArray(argument) ? argument : [];
  return given.with(at, Array.isArray(argument) ? [add(first), ...rest] : add(argument));
}

/** The places of the arguments that take an object with known fields, with these fields. */
export async function fieldsOf(place: Place, name: string): Promise<[at: number, string[]][]> {
  const given = calls[name]!(place);
  const found: [number, string[]][] = [];
  for (const [at, argument] of given.entries()) {
    if (typeof argument !== 'object') continue;
    const error = await refusal(() =>
      makeCall(place, name, withField(given, at, { zzzzUnknown: 1 })),
    );
    const fault = error?.faults.find(({ unknown }) => unknown !== undefined);
    if (fault) found.push([at, fault.problem.replace('known are ', '').split(', ')]);
  }
  return found;
}

/** The error with which a call is refused; undefined if it is accepted. Other errors are thrown. */
export async function refusal(call: () => unknown): Promise<MnemeError | undefined> {
  try {
    await call();
    return undefined;
  } catch (error) {
    if (MnemeError.isInstance(error)) return error;
    throw error;
  }
}
