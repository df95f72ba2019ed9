import type { MemoryBackend } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonLines, streamOf } from '../test/open-test-memory.ts';
import { recordOf } from '../test/record-of.ts';
import { copyMemories } from './copy-memories.ts';
import { importRecords } from './record-lines.ts';

const record = { ...recordOf(1, 'Likes tea'), tags: ['tea'], source: { session: 's1' } };
const embedder = { name: 'm', revision: '1', dimensions: 2, pooling: 'mean' };
const header = { mneme: 'records', version: 1, embedder };
const vector = Buffer.from(new Float32Array([0.6, 0.8]).buffer).toString('base64');
/** Made at run time, so that secret scanners do not report this file. */
const key = ['AKIA', 'Q2VB7NMX', '4TRWZ1KD'].join('');

let backend: MemoryBackend;
beforeEach(() => {
  backend = sqliteBackend({ path: ':memory:' });
});
afterEach(() => backend.close());

const load = (lines: object[], options = {}) =>
  importRecords(backend, streamOf(jsonLines(header, ...lines), { chunkBytes: 4096 }), options);

describe('records from a file', () => {
  it('are imported unchanged', async () => {
    expect(await load([{ record, vector }])).toEqual({ records: 1, known: 0 });
    expect(await backend.get('ada', [record.id])).toEqual([{ record }]);
  });

  it('from before there were kinds become episodes if they have a position in a session, else facts', async () => {
    const { kind: _, ...old } = record;
    const second = '01890000-0000-7000-8000-000000000002';
    const turn = { ...old, id: second, source: { session: 's1', sequence: 4 } };
    await load([
      { record: old, vector },
      { record: turn, vector },
    ]);
    const { category: __, ...episode } = turn;
    expect(await backend.get('ada', [record.id, second])).toEqual([
      { record },
      { record: { ...episode, kind: 'episode' } },
    ]);
  });

  it.each<[string, object]>([
    ['importance', { importance: 99 }],
    ['importance', { importance: '3' }],
    ['scope', { scope: '' }],
    ['scope', { scope: 'ada ' }],
    ['scope', { scope: 'a\u0007da' }],
    ['scope', { scope: 7 }],
    ['content', { content: '' }],
    ['content', { content: 'a\0b' }],
    ['content', { content: 'x'.repeat(40_000) }],
    ['content', { content: undefined }],
    ['category', { category: 'mood' }],
    ['tags', { tags: ['a\u001bb'] }],
    ['tags', { tags: 'a' }],
    ['id', { id: 'x' }],
    ['version', { version: 0 }],
    ['occurredAt', { occurredAt: 'tomorrow' }],
    ['createdAt', { createdAt: '2026-02-30T00:00:00.000Z' }],
    ['expiresAt', { expiresAt: 5 }],
    ['accessCount', { accessCount: -1 }],
    ['supersededBy', { supersededBy: 'y', validTo: record.createdAt }],
    ['validTo', { supersededBy: record.id }],
    ['source', { source: [] }],
    ['source.speaker', { source: { speaker: 'Ada\u200b' } }],
    ['metadata', { metadata: { a: 'x'.repeat(20_000) } }],
    ['mood', { mood: 'good' }],
  ])(
    'are refused for a bad %s, with the line number, and nothing is written',
    async (field, change) => {
      const refused = load([{ record: { ...record, ...change }, vector }]);
      await expect(refused).rejects.toMatchObject({
        code: 'invalid_input',
        field: 'line 2',
        message: expect.stringMatching(new RegExp(`^line 2: .*${field}`)),
      });
      expect(await backend.scopes()).toEqual([]);
    },
  );

  it.each([
    Buffer.from(new Float32Array([1]).buffer).toString('base64'),
    Buffer.from(new Float32Array([Number.NaN, 1]).buffer).toString('base64'),
    Buffer.from(new Float32Array([6, 8]).buffer).toString('base64'),
    Buffer.from(new Float32Array([1e-20, 0]).buffer).toString('base64'),
    5,
  ])('are refused for the vector %j', async (bad) => {
    await expect(load([{ record, vector: bad }])).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('go into the given scope, whatever their lines say', async () => {
    await load(
      [
        { record, vector },
        { record: { ...record, id: other, scope: 'bob' }, vector },
      ],
      {
        scope: 'eve',
      },
    );
    expect(await backend.scopes()).toEqual(['eve']);
  });

  it('are checked for secrets in every field', async () => {
    for (const change of [
      { content: `use ${key}` },
      { tags: [key] },
      { metadata: { note: key } },
      { source: { note: key } },
      { source: { session: key } },
      { scope: key },
    ]) {
      await expect(load([{ record: { ...record, ...change }, vector }])).rejects.toMatchObject({
        code: 'secret_refused',
      });
    }
    expect(await backend.scopes()).toEqual([]);
  });

  it('lose their vector if a secret in the text is masked', async () => {
    const secret = { ...record, content: `use ${key}`, tags: [key] };
    await load([{ record: secret, vector }], { secrets: 'mask' });
    const [stored] = await backend.get('ada', [record.id], { vectors: true });
    const masked = { content: 'use [api_key removed]', tags: ['[api_key removed]'] };
    expect(stored).toMatchObject({ record: masked });
    expect(stored?.vector).toBeUndefined();
  });
});

const other = '01890000-0000-7000-8000-000000000002';

describe('a copy', () => {
  it('is checked for secrets too', async () => {
    const to = sqliteBackend({ path: ':memory:' });
    try {
      await load([{ record: { ...record, content: `use ${key}` }, vector }], { secrets: 'allow' });
      await expect(copyMemories({ from: backend, to })).rejects.toMatchObject({
        code: 'secret_refused',
        message: expect.stringContaining(record.id),
      });
      expect(await to.scopes()).toEqual([]);
      await copyMemories({ from: backend, to, secrets: 'mask' });
      const [copied] = await to.get('ada', [record.id]);
      expect(copied?.record.content).toBe('use [api_key removed]');
    } finally {
      await to.close();
    }
  });
});
