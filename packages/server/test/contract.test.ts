import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../src/index.ts';
import { type ServerUnderTest, serverUnderTest } from './server-under-test.ts';

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string }[];
  requestBody?: object;
  responses: Record<string, { content?: { 'application/json': { schema: object } } }>;
}
interface Described {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

const document = JSON.parse(JSON.stringify(openApiDocument())) as Described;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
type Target = (typeof operations)[number];
const byId = (id: string): Target => {
  const found = operations.find(({ operation }) => operation.operationId === id);
  if (found === undefined) throw new Error(`no operation ${id}`);
  return found;
};

/** In tests answers may have only the described fields; for clients the document allows more. */
function closed(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(closed);
  const entries = Object.entries(schema).map(([key, value]) => [key, closed(value)]);
  const own = 'properties' in schema && !('additionalProperties' in schema);
  return Object.fromEntries([...entries, ...(own ? [['additionalProperties', false]] : [])]);
}
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(closed({ $id: 'https://mneme.test/', ...document }) as object);

const answersChecked = new Set<string>();

/** Fails if status or body differ from the document. */
function expectDescribed({ path, method, operation }: Target, status: number, body: unknown) {
  const answer = JSON.stringify({ method, path, status, body });
  expect(Object.keys(operation.responses), answer).toContain(String(status));
  if (status === 304) return;
  const pointer = [
    'paths',
    path,
    method,
    'responses',
    String(status),
    'content',
    'application/json',
    'schema',
  ];
  const fragment = pointer
    .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
    .join('/');
  const validate = ajv.getSchema(`https://mneme.test/#/${encodeURI(fragment)}`);
  expect(validate, answer).toBeDefined();
  validate?.(body);
  expect(validate?.errors ?? [], answer).toEqual([]);
  answersChecked.add(`${operation.operationId} ${status}`);
}

let tested: ServerUnderTest;
let headers: Record<string, string>;
let known: Record<string, string>;

beforeAll(async () => {
  tested = await serverUnderTest();
  headers = { 'x-api-key': await tested.key(), 'anthropic-beta': 'agent-memory-2026-07-22' };
  const store = await tested.memory.scope('user:ada').stores.create({ name: 'known' });
  const { id: memory, versionId } = await store.create({ path: '/known', content: 'known' });
  const { id } = await tested.memory.scope('user:ada').store({ content: 'Prefers window seats' });
  await tested.memory.scope('user:ada').episodes.append([{ content: 'a' }], { session: 'known' });
  known = { store: store.id, memory, version: versionId, id };
});
afterAll(() => tested.close());

interface Asked {
  parameters?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
  /** A server other than the one of this file. */
  at?: string;
}

/** Sends a request and checks the answer against the document. */
async function ask(target: Target, asked: Asked = {}) {
  const given = { ...known, ...asked.parameters };
  const path = target.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = given[name] ?? '00000000-0000-7000-8000-000000000000';
    return encodeURIComponent(value.toWellFormed().replaceAll(/^\.{1,2}$/g, 'x')) || 'x';
  });
  const search = new URLSearchParams(asked.query);
  const response = await fetch(`${asked.at ?? tested.url}${path}?${search}`, {
    method: target.method.toUpperCase(),
    headers: { ...headers, ...asked.headers },
    ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
  });
  const text = await response.text();
  const json = text === '' ? undefined : JSON.parse(text);
  expectDescribed(target, response.status, json);
  expect(response.headers.get('request-id')).toMatch(/^req_/);
  if (response.status >= 400) expect(json.request_id).toBe(response.headers.get('request-id'));
  return { status: response.status, json, headers: response.headers };
}

describe('the OpenAPI document', () => {
  it('is valid by the schema of OpenAPI 3.1', async () => {
    const result = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    expect(result).toMatchObject({ valid: true });
  });

  it('describes every record and every error in full', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Record', 'RetrievedRecord', 'StoreRecord', 'MemoryStore', 'Error']),
    );
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operation } of operations) {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        if (status === '304') continue;
        expect(
          Object.keys(content?.['application/json'].schema ?? {}),
          operation.operationId,
        ).not.toEqual([]);
      }
    }
  });
});

describe('every operation', () => {
  it('gives the described answer', async () => {
    const done = async (id: string, asked?: Asked) => {
      const answer = await ask(byId(id), asked);
      expect(answer.status, JSON.stringify([id, answer.json])).toBe(200);
      return answer.json;
    };
    for (const id of ['isAlive', 'isReady', 'getStats', 'listStores']) await done(id);
    expect(await done('getDescription')).toEqual(document);

    const metadata = { user: 'ada' };
    const { id: store } = await done('createStore', { body: { name: 'n', metadata } });
    const inStore = { parameters: { store } };
    for (const id of ['updateStore', 'patchStore'])
      await done(id, { ...inStore, body: { name: 'm' } });
    await done('getStore', inStore);

    const path = '/a/plan.md';
    const content = 'Ship on Friday';
    const created = await done('createMemory', { ...inStore, body: { path, content } });
    const place = { parameters: { store, memory: created.id, version: created.memory_version_id } };
    for (const view of ['basic', 'full']) {
      await done('getMemory', { ...place, query: { view } });
      await done('listMemories', { ...inStore, query: { view } });
    }
    expect((await done('listMemories', { ...inStore, query: { depth: '1' } })).data[0].type).toBe(
      'memory_prefix',
    );
    const query = { view: 'full' };
    const updated = await done('updateMemory', {
      ...place,
      query,
      body: { content: 'Ship on Monday' },
    });
    await done('patchMemory', { ...place, body: { path: '/b' } });
    const found = await done('searchMemories', { ...inStore, body: { query: 'ship' } });
    expect(found.documents).toHaveLength(1);
    const versions = { from: created.memory_version_id, to: updated.memory_version_id };
    expect(await done('diffVersions', { ...inStore, query: versions })).toMatchObject({ added: 1 });
    await done('restoreVersion', place);
    await done('getVersion', place);
    await done('listVersions', { ...inStore, query });
    await done('updateMemory', { ...place, body: { content: 'x' } });
    await done('redactVersion', place);
    await done('deleteMemory', place);
    await done('listVersions', { ...inStore, query });
    await done('archiveStore', inStore);
    await done('deleteStore', inStore);

    const record = {
      content: 'Anna lives in Berlin',
      category: 'factual_knowledge',
      importance: 4,
      tags: ['home'],
      expiresAt: '2999-01-01T00:00:00Z',
      occurredAt: '2026-01-01T00:00:00Z',
      source: { speaker: 'Anna', sequence: 1, mood: { calm: true } },
      metadata: { project: 'heron', lang: ['en', 'zh'], deep: { a: null } },
      onConflict: 'supersede',
    };
    const stored = await done('storeRecord', { body: record });
    const moved = await done('storeRecord', {
      body: { ...record, content: 'Anna lives in Paris', occurredAt: '2026-02-01' },
    });
    expect(moved).toMatchObject({ outcome: 'superseded' });
    const one = { parameters: { id: stored.id } };
    await done('getRecord', one);
    expect((await done('getRecordHistory', one)).memories).toHaveLength(2);
    const listed = {
      limit: '1',
      tags: 'home,home',
      categories: 'factual_knowledge',
      includeSuperseded: 'true',
    };
    expect((await done('listRecords', { query: listed })).nextCursor).toBeDefined();
    const asking = {
      query: 'Where does Anna live?',
      explain: true,
      limit: 5,
      includeSuperseded: true,
      where: { lang: ['zh', 'de'], 'source.speaker': 'Anna' },
      minRelevance: 0,
    };
    const { memories } = await done('retrieveRecords', { body: asking });
    expect(memories[0].explanation.parts).not.toEqual([]);
    expect(memories[0].metadata).toEqual(record.metadata);
    const heron = { where: '{"project":"heron"}', includeSuperseded: 'true' };
    expect((await done('listRecords', { query: heron })).memories).toHaveLength(2);
    const crane = { where: '{"project":["crane"]}' };
    expect((await done('listRecords', { query: crane })).memories).toEqual([]);
    const changes = { content: 'Anna lives in Rome', expiresAt: null, metadata: null };
    const changed = await done('updateRecord', { parameters: { id: moved.id }, body: changes });
    expect(changed).toMatchObject({ outcome: 'updated', replaced: expect.any(String) });
    const now = await done('getRecord', {
      parameters: { id: moved.id },
      query: { includeExpired: 'true' },
    });
    expect(now).toMatchObject({ content: changes.content });
    expect(now).not.toHaveProperty('metadata');
    const replaced = await ask(byId('updateRecord'), { ...one, body: { importance: 5 } });
    expect([replaced.status, replaced.headers.get('x-should-retry')]).toEqual([409, 'false']);
    const jobs = ['waiter', 'carpenter'].map((job) => ({ content: `User works as a ${job}` }));
    const waiter = await done('storeRecord', { body: jobs[0] });
    const carpenter = await done('storeRecord', { body: jobs[1] });
    expect(carpenter.contests).toEqual([waiter.id]);
    const why = await done('whyNot', {
      parameters: { id: waiter.id },
      body: { query: 'What is her job?', categories: ['relationship'] },
    });
    expect(why).toMatchObject({ returned: false, reasons: [{ code: 'category' }] });
    const pair = [waiter.id, carpenter.id];
    const settled = await done('settleRecords', { body: { pair, verdict: 'update' } });
    expect(settled).toMatchObject({ superseded: 1, decided: [{ newer: carpenter.id }] });
    await done('pruneRecords', { body: { dryRun: true, documentsUnreadForDays: 1 } });
    await done('restoreRecord', { ...one, body: { instead: true } });
    await done('deleteRecord', { ...one, query: { reason: 'asked to' } });
    const forgotten = await done('forget', { body: { about: 'the carpenter', dryRun: true } });
    expect(forgotten).toMatchObject({ dryRun: true, memories: [{ id: carpenter.id }, {}] });

    const turns = [
      { speaker: 'Ada', content: 'Penicillin gave me a rash.', sequence: 1, metadata: { a: 1 } },
      { speaker: 'assistant', content: 'Noted.', occurredAt: '2026-01-01', source: { app: 'x' } },
    ];
    const session = 'monday / 1';
    const said = await done('appendEpisodes', { body: { session, turns, reason: 'chat' } });
    expect(said).toMatchObject({ session, appended: 2, known: 0 });
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'And I am vegan.' }], id: 'm1' },
    ];
    const chat = await done('appendEpisodes', { body: { session: 'chat', turns: messages } });
    expect(chat).toMatchObject({ appended: 1, leftOut: 1 });
    const fact = { content: 'Ada is allergic to penicillin', evidence: said.ids.slice(0, 1) };
    const { id: allergy } = await done('storeRecord', { body: fact });
    const rests = await done('getRecordEvidence', { parameters: { id: allergy } });
    expect(rests.turns).toMatchObject([{ id: said.ids[0] }]);
    const message = { message: 'Can Ada take penicillin?', tokenBudget: 300, explain: true };
    const recalled = await done('recall', { body: message });
    expect([...recalled.profile, ...recalled.facts]).not.toEqual([]);
    const fence = await done('recall', {
      body: { message: 'Should I paint the fence green?', explain: true },
    });
    expect(fence.withheld).toMatch(/has a relevance of/);
    const ofSession = { parameters: { session } };
    expect((await done('listSessions', { query: { limit: '1' } })).sessions).toMatchObject([
      { turns: expect.any(Number) },
    ]);
    const read = await done('getSession', { ...ofSession, query: { fromSequence: '2' } });
    expect(read.turns).toMatchObject([{ content: 'Noted.' }]);
    const gone = await done('eraseSession', { ...ofSession, query: { reason: 'asked to' } });
    expect(gone).toMatchObject({ turns: 2, reason: 'asked to' });
    expect(gone.forgotten).toContain(allergy);

    const ben = { headers: { 'x-api-key': await tested.key({ scope: 'user:ben' }) } };
    await tested.memory.scope('user:ben').store({ content: 'Prefers tea' });
    expect(await done('listScopes', ben)).toEqual({ scopes: ['user:ben'] });
    const audit = await done('getAudit', { ...ben, query: { limit: '1' } });
    expect(audit.entries).toMatchObject([{ action: 'create', scope: 'user:ben' }]);
    const erased = { ...ben, parameters: { scope: 'user:ben' }, query: { reason: 'asked to' } };
    const receipt = await done('eraseScope', erased);
    expect(await tested.memory.verifyReceipt(receipt)).toMatchObject({ valid: true });

    const ids = operations.map(({ operation }) => `${operation.operationId} 200`);
    expect(ids.filter((id) => !answersChecked.has(id))).toEqual([]);
  });

  it('gives each refusal as described', async () => {
    const readOnly = { 'x-api-key': await tested.key({ access: 'read_only' }) };
    const limits = { requestsPerMinute: 1, bodyBytes: 100 };
    const tight = await serverUnderTest({ limits, keys: tested.keys });
    for (const target of operations) {
      const { responses, requestBody } = target.operation;
      const refuse = async (status: number, asked: Asked) => {
        if (!(status in responses)) return;
        const answer = await ask(target, asked);
        expect([target.operation.operationId, answer.status]).toEqual([
          target.operation.operationId,
          status,
        ]);
      };
      await refuse(401, { headers: { 'x-api-key': 'none' } });
      const reads = /^(search|retrieve|recall$|whyNot$)/.test(target.operation.operationId);
      expect('403' in responses, target.operation.operationId).toBe(
        target.method !== 'get' && !reads,
      );
      await refuse(403, { headers: readOnly, body: {} });
      const fresh = { at: tight.url, headers: { 'x-api-key': await tested.key() } };
      if (requestBody !== undefined)
        await refuse(413, { ...fresh, body: { content: 'x'.repeat(200) } });
      else if (!target.path.startsWith('/v1')) continue;
      else await ask(target, fresh);
      await refuse(429, fresh);
    }
    await tight.close();
    const missing = operations
      .flatMap(({ operation }) =>
        [401, 403, 413, 429]
          .filter((status) => status in operation.responses)
          .map((status) => `${operation.operationId} ${status}`),
      )
      .filter((answer) => !answersChecked.has(answer) && !/^is|^getDescription/.test(answer));
    expect(missing).toEqual([]);
  });

  it('gives not-found and conflict errors as described', async () => {
    const nothing = {
      store: 'memstore_none',
      memory: 'mem_none',
      version: 'memver_none',
      id: '00000000-0000-7000-8000-000000000000',
    };
    for (const [id, status, asked = {}] of [
      ['getStore', 404, { parameters: nothing }],
      ['getMemory', 404, { parameters: nothing }],
      ['getMemory', 404, { parameters: { memory: 'mem_none' } }],
      ['getVersion', 404, { parameters: { version: 'memver_none' } }],
      ['restoreVersion', 404, { parameters: { version: 'memver_none' } }],
      ['diffVersions', 404, { query: { from: 'memver_none', to: 'memver_none' } }],
      ['getRecord', 404, { parameters: nothing }],
      ['deleteRecord', 404, { parameters: nothing }],
      ['updateRecord', 404, { parameters: nothing, body: { importance: 5 } }],
      ['getRecordEvidence', 404, { parameters: nothing }],
      ['getSession', 404, { parameters: { session: 'none' } }],
      ['eraseScope', 404, { parameters: { scope: 'user:ben' } }],
      ['settleRecords', 404, { body: { pair: [nothing.id, nothing.id], verdict: 'same' } }],
      [
        'appendEpisodes',
        409,
        { body: { session: 'known', turns: [{ content: 'b', sequence: 1 }] } },
      ],
      ['createMemory', 409, { body: { path: '/known', content: '' } }],
      ['createMemory', 409, { body: { path: '/known/below', content: '' } }],
      ['deleteMemory', 409, { query: { expected_content_sha256: 'a'.repeat(64) } }],
      ['redactVersion', 409],
    ] as [string, number, Asked?][]) {
      const answer = await ask(byId(id), asked);
      expect([id, answer.status]).toEqual([id, status]);
      if (status === 409) expect(answer.headers.get('x-should-retry')).toBe('false');
    }
  });

  it('names each invalid field, and the one that was probably meant', async () => {
    for (const [id, asked, message] of [
      ['storeRecord', { body: {} }, /content is missing: give a string/],
      [
        'storeRecord',
        { body: { content: 'x', importance: 9, tags: ['a', 5] } },
        /importance is 9: .*; tags\[1\] is 5/,
      ],
      [
        'storeRecord',
        { body: { content: 'x', catgory: 'decision_log' } },
        /unknown field catgory: did you mean category\?/,
      ],
      ['storeRecord', { body: { content: 'x', expiresAt: 'soon' } }, /expiresAt is "soon"/],
      [
        'retrieveRecords',
        { body: { query: 'x', occurredAt: { after: 'x' } } },
        /occurredAt\.after/,
      ],
      [
        'appendEpisodes',
        { body: { session: 's', turns: [{ content: 'x', speeker: 'Ada' }] } },
        /turns\[0\]\.speeker is not known here/,
      ],
      [
        'appendEpisodes',
        { body: { session: 's', turns: [{ content: 'x', source: { session: 't' } }] } },
        /turns\[0\]\.source\.session/,
      ],
      [
        'appendEpisodes',
        { body: { session: 's', turns: [{ role: 'user', content: 'x', tags: 5 }] } },
        /turns\[0\]\.tags is 5/,
      ],
      [
        'appendEpisodes',
        { body: { session: 's', turns: [{ role: 'user', content: 5 }] } },
        /turns\[0\]\.content has none of the known forms/,
      ],
      [
        'getSession',
        { parameters: { session: 'x' }, query: { fromSequence: 'two' } },
        /fromSequence must be a number/,
      ],
      ['listRecords', { query: { limit: 'ten' } }, /limit must be a whole number/],
      ['listRecords', { query: { tag: 'a' } }, /tag: did you mean tags\?/],
      ['listRecords', { query: { categories: 'a,b' } }, /categories\[0\] is "a"/],
      ['listRecords', { query: { cursor: 'x' } }, /^cursor .*nextCursor/],
      ['listMemories', { query: { page: 'x' } }, /^page .*next_page/],
      ['listStores', { query: { include_archived: 'maybe' } }, /include_archived/],
      [
        'listStores',
        { query: { 'created_at[gte]': 'yesterday' } },
        /created_at\[gte\] is "yesterday"/,
      ],
      [
        'createMemory',
        { body: { path: '/x', content: 'x', precondition: { type: 'not_exists' } } },
        /precondition/,
      ],
      [
        'updateMemory',
        { body: { precondition: { type: 'content_sha256', content_sha256: 'A' } } },
        /precondition\.content_sha256 must be 64/,
      ],
      ['listRecords', { query: { where: '{' } }, /where is not JSON/],
      ['retrieveRecords', { body: { query: 'x', where: { a: { b: 1 } } } }, /where\.a/],
      ['retrieveRecords', { body: { query: 'x', minRelevance: 2 } }, /minRelevance .*1 or less/],
      ['pruneRecords', { body: { maxRecords: -1 } }, /maxRecords .*0 or more/],
      ['settleRecords', { body: {} }, /no language model: give pair and verdict/],
      ['settleRecords', { body: { verdict: 'same' } }, /pair is missing/],
      ['settleRecords', { body: { verdict: 'maybe' } }, /verdict is "maybe": give one of/],
      ['diffVersions', { query: {} }, /from is missing.*to is missing/],
    ] as [string, Asked, RegExp][]) {
      const { status, json } = await ask(byId(id), asked);
      expect([id, status, json.error.type]).toEqual([id, 400, 'invalid_request_error']);
      expect(json.error.message).toMatch(message);
    }
  });
});

const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '/a',
    '/a/',
    '/',
    '1',
    '-1',
    'full',
    'basic',
    'true',
    'created',
    'a'.repeat(64),
    '\0',
    '\ud800',
  ),
  fc.constantFrom('2026-01-01T00:00:00Z', '99999-01-01', 'NaN', '{}', '[]', '%', "'", '"', ';--'),
);
const body = fc.oneof(
  fc.record(
    {
      name: fc.oneof(words, fc.jsonValue()),
      path: fc.oneof(words, fc.jsonValue()),
      content: fc.oneof(words, fc.jsonValue()),
      description: fc.oneof(words, fc.jsonValue()),
      metadata: fc.oneof(fc.dictionary(words, fc.oneof(words, fc.constant(null))), fc.jsonValue()),
      precondition: fc.oneof(
        fc.record({ type: words, content_sha256: words }, { requiredKeys: [] }),
        fc.jsonValue(),
      ),
      query: fc.oneof(words, fc.jsonValue()),
      limit: fc.jsonValue(),
      tags: fc.jsonValue(),
      expiresAt: fc.jsonValue(),
      importance: fc.jsonValue(),
      category: fc.jsonValue(),
      session: fc.oneof(words, fc.jsonValue()),
      turns: fc.oneof(fc.array(fc.record({ content: words, sequence: fc.jsonValue() })), words),
      message: fc.oneof(words, fc.jsonValue()),
      dryRun: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
);

const request = fc.record({
  target: fc.constantFrom(...operations),
  segments: fc.infiniteStream(fc.oneof(fc.constant(undefined), words)),
  query: fc.dictionary(words, words, { maxKeys: 2 }),
  values: fc.infiniteStream(fc.option(words, { nil: undefined })),
  body,
});

it('no input causes a 5xx or an undocumented answer', async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ target, segments, query, values, body }) => {
      const parts = segments[Symbol.iterator]();
      const given = values[Symbol.iterator]();
      const parameters: Record<string, string> = {};
      const search = { ...query };
      for (const { name, in: where } of target.operation.parameters ?? []) {
        const value = (where === 'path' ? parts : given).next().value;
        if (value === undefined) continue;
        if (where === 'path') parameters[name] = value;
        if (where === 'query') search[name] = value;
      }
      const { status } = await ask(target, {
        parameters,
        query: search,
        ...(target.method === 'get' ? {} : { body }),
      });
      expect(status).toBeLessThan(500);
    }),
    { numRuns: 1000 },
  );
});
