import { createMemory } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend } from '@mneme/sqlite';
import { argumentsOf, type Entrance, ofCall } from './entrance.ts';
import type { Place } from './place.ts';

const embedder = staticEmbedder();
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
const actor = { type: 'user_actor', userId: 'u1' };

/** Calls by method, each with valid arguments. */
const calls: Record<
  string,
  [(place: Place) => unknown[], (place: Place, given: never[]) => unknown]
> = {
  createMemory: [
    () => [{ backend: {}, embedder, secrets: 'mask', maxStoreItems: 100 }],
    (_, given) => createMemory(...(given as unknown as [never])),
  ],
  sqliteBackend: [
    () => [{ path: ':memory:', busyTimeoutMs: 100, durability: 'normal' }],
    (_, given) => sqliteBackend(...(given as unknown as [never])),
  ],
  'Memory.scope': [() => ['ada'], ({ memory: open }, [name]) => open.scope(name!)],
  'Memory.audit': [
    () => [{ scope: 'ada', limit: 10 }],
    ({ memory: open }, given) => open.audit(...given),
  ],
  'Memory.prune': [
    () => [{ ...write, maxRecords: 100, dryRun: true, documentsUnreadForDays: 30 }],
    ({ memory: open }, given) => open.prune(...given),
  ],
  'Memory.doctor': [
    () => [{ ...write, fix: true, near: true, staleDays: 30, maxRecords: 100 }],
    ({ memory: open }, given) => open.doctor(...given),
  ],
  'MemoryScope.doctor': [
    () => [{ ...write, near: false, examples: 3 }],
    ({ ada }, given) => ada.doctor(...given),
  ],
  'Memory.settle': [
    () => [{ ...write, dryRun: true, maxCalls: 3, judge: () => 'keepBoth' }],
    ({ memory: open }, given) => open.settle(...given),
  ],
  'MemoryScope.settle': [
    ({ ids }) => [
      { ...write, dryRun: true, maxCalls: 3, judge: () => 'same', pair: [ids.record, ids.record] },
    ],
    ({ ada }, given) => ada.settle(...given),
  ],
  'Memory.consolidate': [
    () => [
      {
        ...{ ...write, dryRun: true, maxCalls: 3, maxCost: 2, windowTurns: 5 },
        extractor: ({ turns: [turn] }: { turns: { id: string }[] }) => ({
          facts: [{ ...memory, evidence: [turn?.id] }],
          cost: 1,
        }),
      },
    ],
    ({ memory: open }, given) => open.consolidate(...(given as unknown as [never])),
  ],
  'MemoryScope.consolidate': [
    () => [{ ...write, dryRun: true, maxCalls: 3 }],
    ({ ada }, given) => ada.consolidate(...(given as unknown as [never])),
  ],
  'Memory.reembed': [
    () => [{ embedder: {}, batchSize: 10 }],
    ({ memory: open }, given) => open.reembed(...(given as unknown as [never])),
  ],
  'Memory.abandonReembed': [
    () => [{ embedder: {} }],
    ({ memory: open }, given) => open.abandonReembed(...(given as unknown as [never])),
  ],
  'Memory.verifyReceipt': [
    () => [
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
    ({ memory: open }, [receipt]) => open.verifyReceipt(receipt),
  ],
  'MemoryScope.store': [
    () => [memory, { ...write, onConflict: 'supersede' }],
    ({ ada }, given) => ada.store(...(given as unknown as [never])),
  ],
  'MemoryScope.storeMany': [
    () => [[memory, { content: 'Ada drinks tea' }], { ...write, onError: 'throw' }],
    ({ ada }, given) => ada.storeMany(...(given as unknown as [never])),
  ],
  'MemoryScope.check': [() => [memory], ({ ada }, [input]) => ada.check(input!)],
  'MemoryScope.retrieve': [
    () => ['which tea?', { ...filter, limit: 5, minRelevance: 0.1, explain: true }],
    ({ ada }, given) => ada.retrieve(...(given as unknown as [never])),
  ],
  'MemoryScope.recall': [
    () => [
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
    ({ ada }, given) => ada.recall(...(given as unknown as [never])),
  ],
  'MemoryScope.get': [
    ({ ids }) => [ids.record, { includeExpired: true }],
    ({ ada }, given) => ada.get(...(given as unknown as [never])),
  ],
  'MemoryScope.update': [
    ({ ids }) => [ids.record, { ...memory, expiresAt: null }, write],
    ({ ada }, given) => ada.update(...(given as unknown as [never, never])),
  ],
  'MemoryScope.findIds': [() => ['0190'], ({ ada }, [text]) => ada.findIds(text!)],
  'MemoryScope.list': [
    () => [{ ...filter, order: 'newest', limit: 5, maxBytes: 1000, cursor: 'x' }],
    ({ ada }, given) => ada.list(...given),
  ],
  'MemoryScope.history': [({ ids }) => [ids.record], ({ ada }, [id]) => ada.history(id!)],
  'MemoryScope.delete': [
    () => ['01890000-0000-7000-8000-000000000000', { ...write, keepHistory: true }],
    ({ ada }, given) => ada.delete(...(given as unknown as [never])),
  ],
  'MemoryScope.restore': [
    ({ ids }) => [ids.record, { ...write, instead: true }],
    ({ ada }, given) => ada.restore(...(given as unknown as [never])),
  ],
  'MemoryScope.decisions': [({ ids }) => [ids.record], ({ ada }, [id]) => ada.decisions(id!)],
  'MemoryScope.evidence': [({ ids }) => [ids.record], ({ ada }, [id]) => ada.evidence(id!)],
  'MemoryScope.whyNot': [
    ({ ids }) => ['which tea?', ids.record, { ...filter, limit: 3 }],
    ({ ada }, given) => ada.whyNot(...(given as unknown as [never, never])),
  ],
  'MemoryScope.prune': [
    () => [{ ...write, maxRecords: 100, dryRun: false }],
    ({ ada }, given) => ada.prune(...given),
  ],
  'MemoryScope.erase': [
    () => ['nobody', write],
    ({ memory: open }, [name, ...given]) => open.scope(name!).erase(...given),
  ],
  'Episodes.append': [
    () => [
      [
        { content: 'I moved to Porto', speaker: 'Ada', sequence: 3, tags: ['home'] },
        { content: 'Noted', speaker: 'assistant', occurredAt: '2026-01-15T10:00:00Z' },
      ],
      { ...write, session: 'fuzzed' },
    ],
    ({ ada }, given) => ada.episodes.append(...(given as unknown as [never, never])),
  ],
  'Sessions.list': [
    () => [{ limit: 3, cursor: 'x' }],
    ({ ada }, given) => ada.sessions.list(...given),
  ],
  'Sessions.get': [
    () => ['fuzzed', { fromSequence: 1, limit: 3, maxBytes: 1000 }],
    ({ ada }, given) => ada.sessions.get(...(given as unknown as [never])),
  ],
  'Sessions.erase': [
    () => ['nobody', write],
    ({ ada }, given) => ada.sessions.erase(...(given as unknown as [never])),
  ],
  'Stores.as': [() => [actor], ({ ada }, [by]) => ada.stores.as(by!)],
  'Stores.open': [
    () => ['notes', { create: true }],
    ({ ada }, given) => ada.stores.open(...(given as unknown as [never])),
  ],
  'Stores.at': [() => ['memstore_x'], ({ ada }, [id]) => ada.stores.at(id!)],
  'Stores.get': [({ ids }) => [ids.store], ({ ada }, [id]) => ada.stores.get(id!)],
  'Stores.create': [
    () => [{ name: 'more', description: 'all', metadata: { team: 'a' } }],
    ({ ada }, [input]) => ada.stores.create(input!),
  ],
  'Stores.list': [
    () => [{ includeArchived: true, limit: 3, createdFrom: '2026-01-01', cursor: 'x' }],
    ({ ada }, given) => ada.stores.list(...given),
  ],
  'Stores.update': [
    ({ ids }) => [ids.store, { description: 'some', metadata: { a: null } }, { signal: undefined }],
    ({ ada }, given) => ada.stores.update(...(given as unknown as [never, never])),
  ],
  'Stores.archive': [
    () => ['memstore_x', { reason: 'old' }],
    ({ ada }, given) => ada.stores.archive(...(given as unknown as [never])),
  ],
  'Stores.delete': [
    () => ['memstore_x', { reason: 'old' }],
    ({ ada }, given) => ada.stores.delete(...(given as unknown as [never])),
  ],
  'Stores.expire': [
    () => [{ unreadForDays: 30, dryRun: true, reason: 'old' }],
    ({ ada }, given) => ada.stores.expire(...(given as unknown as [never])),
  ],
  'DocumentStore.as': [() => [actor], ({ notes }, [by]) => notes.as(by!)],
  'DocumentStore.create': [
    () => [{ path: '/new.md', content: 'text' }, { reason: 'new' }],
    ({ notes }, given) => notes.create(...(given as unknown as [never])),
  ],
  'DocumentStore.write': [
    () => [{ path: '/plan.md', content: 'text' }, { reason: 'new' }],
    ({ notes }, given) => notes.write(...(given as unknown as [never])),
  ],
  'DocumentStore.read': [() => ['/plan.md'], ({ notes }, [reference]) => notes.read(reference!)],
  'DocumentStore.read, by id': [
    ({ ids }) => [{ id: ids.document }],
    ({ notes }, [reference]) => notes.read(reference!),
  ],
  'DocumentStore.update': [
    () => [
      '/plan.md',
      { content: 'other', precondition: { type: 'content_sha256', contentSha256: 'a'.repeat(64) } },
      { reason: 'new' },
    ],
    ({ notes }, given) => notes.update(...(given as unknown as [never, never])),
  ],
  'DocumentStore.delete': [
    () => ['/none.md', { reason: 'old' }],
    ({ notes }, given) => notes.delete(...(given as unknown as [never])),
  ],
  'DocumentStore.changeMany': [
    ({ ids }) => [
      [
        { rename: ids.document, to: '/plan.md' },
        { create: { path: '/b.md', content: 'b' } },
        { delete: '/none.md' },
      ],
      { reason: 'all' },
    ],
    ({ notes }, given) => notes.changeMany(...(given as unknown as [never])),
  ],
  'DocumentStore.list': [
    () => [{ pathPrefix: '/', depth: 1, limit: 5, cursor: 'x', order: 'path' }],
    ({ notes }, given) => notes.list(...given),
  ],
  'DocumentStore.search': [
    () => ['friday', { limit: 3, pathPrefix: '/' }],
    ({ notes }, given) => notes.search(...(given as unknown as [never])),
  ],
  'DocumentStore.versions': [
    ({ ids }) => [{ documentId: ids.document, operation: 'created', limit: 3 }],
    ({ notes }, given) => notes.versions(...given),
  ],
  'DocumentStore.version': [({ ids }) => [ids.version], ({ notes }, [id]) => notes.version(id!)],
  'DocumentStore.restore': [
    ({ ids }) => [ids.older, { reason: 'back' }],
    ({ notes }, given) => notes.restore(...(given as unknown as [never])),
  ],
  'DocumentStore.redact': [
    () => ['memver_x', { reason: 'gone' }],
    ({ notes }, given) => notes.redact(...(given as unknown as [never])),
  ],
  'DocumentStore.diff': [
    ({ ids }) => [ids.older, ids.version],
    ({ notes }, [older, newer]) => notes.diff(older!, newer!),
  ],
  'DocumentStore.import': [
    () => [[{ path: '/i.md', content: 'i' }], { reason: 'in' }],
    ({ notes }, given) => notes.import(...(given as unknown as [never])),
  ],
};

/** Every method that takes arguments. */
export const libraryCalls: readonly string[] = Object.keys(calls);

export const libraryEntrances: readonly Entrance[] = Object.entries(calls).map(
  ([name, [valid, call]]) => ({
    name,
    valid,
    async call(place, given) {
      const outcome = await ofCall(() => call(place, argumentsOf(given) as never[]));
      // Files read before a refused one stay, and the caller's own iterator may throw.
      if (name !== 'DocumentStore.import') return outcome;
      const own = outcome.complaint?.includes('a trap was touched');
      return { refused: false, complaint: own ? undefined : outcome.complaint };
    },
  }),
);
