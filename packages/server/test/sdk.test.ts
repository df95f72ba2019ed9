import { createHash } from 'node:crypto';
import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ServerUnderTest, serverUnderTest } from './server-under-test.ts';

let tested: ServerUnderTest;
let client: Anthropic;
let store: string;

beforeAll(async () => {
  tested = await serverUnderTest();
});
afterAll(() => tested.close());

beforeEach(async () => {
  client = await tested.client({ scope: `user:${Math.random()}` });
  store = (await client.beta.memoryStores.create({ name: 'Notes' })).id;
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Status, type and further fields of the error that a call rejects with. */
async function failure(call: PromiseLike<unknown>) {
  const error = await Promise.resolve(call).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Anthropic.APIError)) throw new Error(`no APIError: ${String(error)}`);
  expect(error.requestID).toMatch(/^req_/);
  const {
    error: inner,
    request_id,
    type,
  } = error.error as {
    type: string;
    request_id: string;
    error: { type: string; message: string };
  };
  expect(type).toBe('error');
  expect(request_id).toBe(error.requestID);
  return { status: error.status, ...inner };
}

async function all<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of pages) items.push(item);
  return items;
}

describe('memory stores, by the official SDK', () => {
  it('are created, read, updated, archived and deleted', async () => {
    const { memoryStores } = client.beta;
    const created = await memoryStores.create({
      name: 'Plans',
      description: 'What is next',
      metadata: { user: 'ada', team: 'x' },
    });
    expect(created).toEqual({
      id: expect.stringMatching(/^memstore_/),
      type: 'memory_store',
      name: 'Plans',
      description: 'What is next',
      metadata: { user: 'ada', team: 'x' },
      created_at: expect.stringMatching(/Z$/),
      updated_at: created.created_at,
      archived_at: null,
    });
    expect(await memoryStores.retrieve(created.id)).toEqual(created);
    const updated = await memoryStores.update(created.id, {
      name: 'New',
      description: '',
      metadata: { team: null, more: '1' },
    });
    expect(updated).toMatchObject({
      name: 'New',
      description: '',
      metadata: { user: 'ada', more: '1' },
    });
    const archived = await memoryStores.archive(created.id);
    expect(archived.archived_at).toMatch(/Z$/);
    expect(await failure(memoryStores.update(created.id, { name: 'x' }))).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
    });
    expect(await memoryStores.delete(created.id)).toEqual({
      id: created.id,
      type: 'memory_store_deleted',
    });
    expect(await failure(memoryStores.retrieve(created.id))).toMatchObject({
      status: 404,
      type: 'not_found_error',
    });
  });

  it('are listed newest first, in pages, with filters', async () => {
    const { memoryStores } = client.beta;
    const ids = [store];
    for (let index = 0; index < 5; index++)
      ids.unshift((await memoryStores.create({ name: 'n' })).id);
    expect((await all(memoryStores.list({ limit: 2 }))).map(({ id }) => id)).toEqual(ids);
    await memoryStores.archive(ids[1]!);
    expect(await all(memoryStores.list())).toHaveLength(5);
    expect(await all(memoryStores.list({ include_archived: true }))).toHaveLength(6);
    expect(await all(memoryStores.list({ 'created_at[gte]': '2099-01-01T00:00:00Z' }))).toEqual([]);
    expect(
      await all(memoryStores.list({ 'created_at[lte]': '2099-01-01T00:00:00Z' })),
    ).toHaveLength(5);
  });

  it('belong to one scope', async () => {
    const other = await tested.client({ scope: 'user:bob' });
    expect((await failure(other.beta.memoryStores.retrieve(store))).status).toBe(404);
    expect((await failure(other.beta.memoryStores.delete(store))).status).toBe(404);
    expect(
      (await failure(other.beta.memoryStores.memories.create(store, { path: '/a', content: '' })))
        .status,
    ).toBe(404);
  });
});

describe('memories, by the official SDK', () => {
  it('are created, read, updated, renamed and deleted', async () => {
    const { memories } = client.beta.memoryStores;
    const created = await memories.create(store, { path: '/a/plan.md', content: 'Friday' });
    expect(created).toEqual({
      id: expect.stringMatching(/^mem_/),
      type: 'memory',
      memory_store_id: store,
      memory_version_id: expect.stringMatching(/^memver_/),
      path: '/a/plan.md',
      content: null,
      content_sha256: sha256('Friday'),
      content_size_bytes: 6,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const place = { memory_store_id: store };
    expect(await memories.retrieve(created.id, place)).toEqual({ ...created, content: 'Friday' });
    expect((await memories.retrieve(created.id, { ...place, view: 'basic' })).content).toBeNull();
    const updated = await memories.update(created.id, {
      ...place,
      content: 'Monday',
      precondition: { type: 'content_sha256', content_sha256: created.content_sha256 },
      view: 'full',
    });
    expect(updated).toMatchObject({ id: created.id, content: 'Monday' });
    expect((await memories.update(created.id, { ...place, path: '/b' })).path).toBe('/b');
    expect(await memories.delete(created.id, place)).toEqual({
      id: created.id,
      type: 'memory_deleted',
    });
    expect((await failure(memories.retrieve(created.id, place))).status).toBe(404);
  });

  it('name the document in the way in a conflict', async () => {
    const { memories } = client.beta.memoryStores;
    const { id } = await memories.create(store, { path: '/a', content: '1' });
    for (const path of ['/a', '/a/b']) {
      expect(await failure(memories.create(store, { path, content: '2' }))).toMatchObject({
        status: 409,
        type: 'memory_path_conflict_error',
        conflicting_memory_id: id,
        conflicting_path: '/a',
      });
    }
    const wrong = sha256('other');
    const place = { memory_store_id: store };
    const precondition = { type: 'content_sha256', content_sha256: wrong } as const;
    expect(
      await failure(memories.update(id, { ...place, content: '2', precondition })),
    ).toMatchObject({
      status: 409,
      type: 'memory_precondition_failed_error',
    });
    expect((await memories.update(id, { ...place, content: '1', precondition })).id).toBe(id);
    expect(
      await failure(memories.delete(id, { ...place, expected_content_sha256: wrong })),
    ).toMatchObject({
      status: 409,
    });
    await memories.delete(id, { ...place, expected_content_sha256: sha256('1') });
  });

  it('are listed by path, in pages, by prefix and by depth', async () => {
    const { memories } = client.beta.memoryStores;
    const paths = ['/a/1', '/a/2', '/a/deep/3', '/a_b', '/b'];
    for (const path of paths) await memories.create(store, { path, content: path });
    const list = async (params: object) =>
      (await all(memories.list(store, { limit: 2, ...params }))).map(
        ({ type, path }) => `${type} ${path}`,
      );
    expect(await list({})).toEqual(paths.map((path) => `memory ${path}`));
    expect(await list({ path_prefix: '/a/' })).toEqual([
      'memory /a/1',
      'memory /a/2',
      'memory /a/deep/3',
    ]);
    expect(await list({ path_prefix: '/a/', depth: 1 })).toEqual([
      'memory /a/1',
      'memory /a/2',
      'memory_prefix /a/deep/',
    ]);
    expect(await list({ depth: 1 })).toEqual(['memory_prefix /a/', 'memory /a_b', 'memory /b']);
    const full = await all(memories.list(store, { view: 'full' }));
    expect(full.map((item) => item.type === 'memory' && item.content)).toEqual(paths);
    for (const params of [
      { path_prefix: '/a' },
      { path_prefix: 'a/' },
      { depth: 2 },
      { limit: 0 },
      { limit: 101 },
      { page: 'x' },
      { view: 'x' as never },
    ]) {
      expect((await failure(memories.list(store, params))).status, JSON.stringify(params)).toBe(
        400,
      );
    }
  });

  it('have at most 20 items per page in full view', async () => {
    const { memories } = client.beta.memoryStores;
    for (let index = 0; index < 25; index++) {
      await memories.create(store, { path: `/${index}`, content: '' });
    }
    expect((await memories.list(store, { view: 'full', limit: 100 })).data).toHaveLength(20);
    expect((await memories.list(store, { limit: 100 })).data).toHaveLength(25);
  });
});

describe('memory versions, by the official SDK', () => {
  it('list the changes of a memory with their authors', async () => {
    const { memories, memoryVersions } = client.beta.memoryStores;
    const place = { memory_store_id: store };
    const { id } = await memories.create(store, { path: '/a', content: 'one' });
    await memories.update(id, { ...place, content: 'two' });
    await memories.update(id, { ...place, content: 'two' });
    await memories.delete(id, place);
    const versions = await all(memoryVersions.list(store, { limit: 1 }));
    expect(versions.map(({ operation }) => operation)).toEqual(['deleted', 'modified', 'created']);
    const [deleted, modified, created] = versions;
    expect(deleted).toMatchObject({ content_sha256: null, content_size_bytes: null, path: '/a' });
    expect(modified).toMatchObject({ content: null, content_sha256: sha256('two'), memory_id: id });
    const keyId = (created!.created_by as { api_key_id: string }).api_key_id;
    expect(created?.created_by).toEqual({
      type: 'api_actor',
      api_key_id: expect.stringMatching(/^key_/),
    });
    const list = async (params: object) => (await all(memoryVersions.list(store, params))).length;
    expect(await list({ memory_id: id })).toBe(3);
    expect(await list({ memory_id: 'mem_none' })).toBe(0);
    expect(await list({ operation: 'modified' })).toBe(1);
    expect(await list({ api_key_id: keyId })).toBe(3);
    expect(await list({ session_id: keyId })).toBe(0);
    expect(await list({ service_account_id: 'svac_1' })).toBe(0);
    expect(await list({ 'created_at[lte]': '2001-01-01T00:00:00Z' })).toBe(0);
    expect((await memoryVersions.retrieve(created!.id, place)).content).toBe('one');
  });

  it('are redacted permanently, but not while they are current', async () => {
    const { memories, memoryVersions } = client.beta.memoryStores;
    const place = { memory_store_id: store };
    const first = await memories.create(store, { path: '/a', content: 'secret' });
    expect((await failure(memoryVersions.redact(first.memory_version_id, place))).status).toBe(409);
    await memories.update(first.id, { ...place, content: 'clean' });
    const redacted = await memoryVersions.redact(first.memory_version_id, place);
    expect(redacted).toMatchObject({
      content: null,
      path: null,
      content_sha256: null,
      content_size_bytes: null,
      redacted_at: expect.any(String),
      redacted_by: { type: 'api_actor' },
      created_by: { type: 'api_actor' },
    });
    expect(await memoryVersions.redact(first.memory_version_id, place)).toEqual(redacted);
    expect((await failure(memoryVersions.redact('memver_none', place))).status).toBe(404);
  });
});

describe('a memory that is read again', () => {
  it('is not sent if the client has it, until its content or path changes', async () => {
    const apiKey = await tested.key({ scope: 'user:etag' });
    const caching = new Anthropic({ baseURL: tested.url, apiKey, maxRetries: 0 });
    const { memories } = caching.beta.memoryStores;
    const { id: storeId } = await caching.beta.memoryStores.create({ name: 'n' });
    const place = { memory_store_id: storeId };
    const { id } = await memories.create(storeId, { path: '/a', content: 'one' });
    const read = async (known?: string) => {
      const response = await fetch(`${tested.url}/v1/memory_stores/${storeId}/memories/${id}`, {
        headers: {
          'x-api-key': apiKey,
          'anthropic-beta': 'agent-memory-2026-07-22',
          ...(known === undefined ? {} : { 'if-none-match': known }),
        },
      });
      const text = await response.text();
      const tag = response.headers.get('etag')!;
      return { status: response.status, text, tag, headers: response.headers };
    };
    const first = await read();
    expect(first.tag).toMatch(/^"memver_[0-9a-f]+"$/);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const { content_sha256: hash } = JSON.parse(first.text) as { content_sha256: string };
    for (const known of [first.tag, `W/${first.tag}`, `"x", ${first.tag}`, `"${hash}"`, '*']) {
      const again = await read(known);
      expect([known, again.status, again.text]).toEqual([known, 304, '']);
      expect([again.tag, again.headers.get('request-id')]).toEqual([
        first.tag,
        expect.stringMatching(/^req_/),
      ]);
    }
    await memories.update(id, { ...place, path: '/b' });
    const renamed = await read(first.tag);
    expect([renamed.status, JSON.parse(renamed.text).path]).toEqual([200, '/b']);
    await memories.update(id, { ...place, content: 'two' });
    for (const known of [first.tag, renamed.tag, `"${hash}"`]) {
      expect([known, (await read(known)).status]).toEqual([known, 200]);
    }
  });
});
