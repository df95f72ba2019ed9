import { InMemoryStore, inMemoryBackend, inMemoryDocumentBackend } from '@mneme/conformance';
import { type AuditEntry, createMemory, type MemoryRecord } from '@mneme/core';
import { describe, expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { sealedBackend, sealedDocuments } from '../src/index.ts';
import { memoryKeyring } from './memory-keyring.ts';
import { codeOf } from './sealing.ts';

async function setUp() {
  const store = new InMemoryStore();
  const documents = new InMemoryStore();
  const keyring = memoryKeyring();
  const memory = await createMemory({
    backend: sealedBackend(inMemoryBackend({ store }), { keyring }),
    documents: sealedDocuments(inMemoryDocumentBackend({ store: documents }), { keyring }),
    embedder: letterEmbedder,
  });
  /** The stored rows, as an attacker with write access sees them. */
  const stored = (id: string): MemoryRecord => {
    const rows = store.names().flatMap((name) => store.rows(name));
    return rows.find(({ record }) => record.id === id)!.record;
  };
  return { memory, stored, store, documents };
}

const changes: [string, (record: MemoryRecord) => Partial<MemoryRecord>][] = [
  ['a letter of the text', ({ content }) => ({ content: withOtherLetter(content) })],
  ['the end of the text', ({ content }) => ({ content: content.slice(0, -1) })],
  ['the whole text', () => ({ content: 'Ada likes coffee' })],
  ['an empty text', () => ({ content: '' })],
  ['the version', ({ version }) => ({ version: version + 1 })],
  ['the category', () => ({ category: 'decision_log' })],
  ['the importance', () => ({ importance: 1 })],
  ['when it was made', () => ({ createdAt: '2020-01-01T00:00:00.000Z' })],
  ['when it was changed', () => ({ updatedAt: '2020-01-01T00:00:00.000Z' })],
  ['when it was confirmed', () => ({ confirmedAt: '2020-01-01T00:00:00.000Z' })],
  ['when it happened', () => ({ occurredAt: '2020-01-01T00:00:00.000Z' })],
  ['its end', () => ({ expiresAt: '2090-01-01T00:00:00.000Z' })],
  ['until when it was valid', () => ({ validTo: '2090-01-01T00:00:00.000Z' })],
];

function withOtherLetter(sealed: string): string {
  const at = sealed.length - 30;
  return `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
}

describe('a sealed memory that was changed in the store', () => {
  it.each(changes)('is refused: %s', async (_, change) => {
    const { memory, stored } = await setUp();
    const ada = memory.scope('ada');
    const { id } = await ada.store({ content: 'Ada likes tea', importance: 5 });
    Object.assign(stored(id), change(stored(id)));
    expect(await codeOf(ada.get(id))).toBe('damaged');
    expect(await codeOf(ada.retrieve('tea', { includeSuperseded: true }))).toBe('damaged');
    expect(await codeOf(ada.delete(id))).toBe('nothing');
    expect(await ada.get(id)).toBeUndefined();
  });

  it('is refused with the text of another memory or another scope', async () => {
    const { memory, stored } = await setUp();
    const [ada, bo] = [memory.scope('ada'), memory.scope('bo')];
    const one = await ada.store({ content: 'Ada likes tea' });
    const other = await ada.store({ content: 'The meeting is in Rome' });
    const foreign = await bo.store({ content: 'Bo has a boat' });
    stored(one.id).content = stored(other.id).content;
    expect(await codeOf(ada.get(one.id))).toBe('damaged');
    stored(one.id).content = stored(foreign.id).content;
    expect(await codeOf(ada.get(one.id))).toBe('wrong_key');
    expect((await ada.get(other.id))?.content).toBe('The meeting is in Rome');
  });

  it('is refused with an earlier text of its own', async () => {
    const { memory, stored } = await setUp();
    const ada = memory.scope('ada');
    const { id } = await ada.store({ content: 'Ada likes tea' });
    const { content } = stored(id);
    await ada.update(id, { content: 'Ada likes coffee' });
    stored(id).content = content;
    expect(await codeOf(ada.get(id))).toBe('damaged');
  });

  it('is accepted after it was read', async () => {
    const { memory, stored } = await setUp();
    const ada = memory.scope('ada');
    const { id } = await ada.store({ content: 'Ada likes tea' });
    stored(id).accessCount = 7;
    expect((await ada.get(id))?.accessCount).toBe(7);
  });

  it('is also detected in the audit log', async () => {
    const { memory, store } = await setUp();
    await memory.scope('ada').store({ content: 'Ada likes tea' });
    await memory.scope('ada').store({ content: 'The meeting is in Rome' }, { reason: 'told' });
    const [line, other] = store.all<AuditEntry>('audit');
    line!.reason = other!.reason;
    expect(await codeOf(memory.audit())).toBe('damaged');
  });
});

describe('a sealed document that was changed in the store', () => {
  const text = 'The first paragraph is about tea. '.repeat(50);
  const long = `${text}\n\n${text.replaceAll('tea', 'milk')}\n\n${text.replaceAll('tea', 'rum')}`;

  async function setUpDocument() {
    const { memory, documents } = await setUp();
    const notes = await memory.scope('ada').stores.create({ name: 'notes', description: 'of Ada' });
    await notes.create({ path: '/a.md', content: long });
    await notes.create({ path: '/b.md', content: long.replaceAll('first', 'other') });
    const [row] = documents.stores();
    const [a, b] = row!.documents;
    const pieces = a!.content.trimEnd().split('\n');
    expect(pieces.length).toBeGreaterThan(2);
    return { memory, documents, notes, a: a!, b: b!, pieces };
  }

  it('is read and found if unchanged', async () => {
    const { notes } = await setUpDocument();
    expect((await notes.read('/a.md'))?.content).toBe(long);
    const { documents: found } = await notes.search('milk');
    expect(found.map(({ path }) => path).sort()).toEqual(['/a.md', '/b.md']);
    for (const { excerpt } of found) expect(excerpt).toContain('milk');
  });

  it.each([
    ['a missing piece at the end', (pieces: string[]) => pieces.slice(0, -1)],
    ['a missing piece at the beginning', (pieces: string[]) => pieces.slice(1)],
    ['all pieces missing', () => []],
    ['two swapped pieces', ([one, two, ...rest]: string[]) => [two, one, ...rest]],
    ['a duplicated piece', ([one, ...rest]: string[]) => [one, one, ...rest]],
    ['a line that is not a piece', (pieces: string[]) => [...pieces, 'tea']],
  ])('is refused: %s', async (_, change) => {
    const { notes, a, pieces } = await setUpDocument();
    a.content = change(pieces)
      .map((line) => `${line}\n`)
      .join('');
    expect(await codeOf(notes.read('/a.md'))).toBe('damaged');
  });

  it('is refused with the text, path or hash of another document', async () => {
    const { notes, a, b } = await setUpDocument();
    const before = { ...a, summary: { ...a.summary } };
    a.content = b.content;
    expect(await codeOf(notes.read('/a.md'))).toBe('damaged');
    a.content = before.content;
    a.summary.contentSha256 = b.summary.contentSha256;
    expect(await codeOf(notes.list())).toBe('damaged');
    a.summary.contentSha256 = before.summary.contentSha256;
    [a.summary.path, b.summary.path] = [b.summary.path, a.summary.path];
    expect(await codeOf(notes.read('/a.md'))).toBe('damaged');
  });

  it('is not quoted by a search with an earlier content or a part of it', async () => {
    const { notes, documents, a: old } = await setUpDocument();
    await notes.update('/a.md', { content: long.replaceAll('milk', 'wine') });
    const stored = () =>
      documents.stores()[0]!.documents.find(({ summary }) => summary.id === old.summary.id)!;
    const now = { ...stored() };
    expect(await codeOf(notes.search('wine'))).toBe('nothing');
    Object.assign(stored(), { content: old.content, chunks: old.chunks });
    expect(await codeOf(notes.read('/a.md'))).toBe('damaged');
    expect(await codeOf(notes.search('milk'))).toBe('damaged');
    const [, ...rest] = now.content.split('\n');
    Object.assign(stored(), now, { content: [old.content.split('\n')[0], ...rest].join('\n') });
    expect(await codeOf(notes.search('tea'))).toBe('damaged');
  });

  it('is not quoted if a piece between two others is missing', async () => {
    const { notes, a, pieces } = await setUpDocument();
    const [one = '', , three = ''] = pieces;
    a.content = `${one}\n${three}\n`;
    for (const chunk of a.chunks) Object.assign(chunk, { start: 0, end: a.content.length });
    expect(await codeOf(notes.search('tea'))).toBe('damaged');
  });

  it('can still be found and read after a move', async () => {
    const { notes } = await setUpDocument();
    await notes.update('/a.md', { path: '/moved.md' });
    const { documents: found } = await notes.search('milk');
    expect(found.map(({ path }) => path).sort()).toEqual(['/b.md', '/moved.md']);
    expect((await notes.read('/moved.md'))?.content).toBe(long);
  });

  it('is refused with another creation time', async () => {
    const { notes, a } = await setUpDocument();
    a.summary.createdAt = '2020-01-01T00:00:00.000Z';
    expect(await codeOf(notes.read('/a.md'))).toBe('damaged');
  });

  it('is refused if a version has the author, operation or content of another one', async () => {
    const { notes, documents } = await setUpDocument();
    const by = (userId: string) => ({ actor: { type: 'user_actor' as const, userId } });
    await notes.update('/a.md', { content: 'of Ada' }, by('ada'));
    await notes.update('/a.md', { content: 'of Bo' }, by('bo'));
    const [one, other] = documents
      .stores()[0]!
      .versions.map(({ version }) => version)
      .filter(({ createdBy }) => createdBy !== undefined);
    const changes = [
      { createdBy: other!.createdBy },
      { operation: 'created' as const },
      { content: other!.content },
      { contentSha256: other!.contentSha256 },
      { createdAt: '2020-01-01T00:00:00.000Z' },
    ];
    for (const change of changes) {
      const before = { ...one! };
      Object.assign(one!, change);
      expect({ change, code: await codeOf(notes.version(one!.id)) }).toEqual({
        change,
        code: 'damaged',
      });
      Object.assign(one!, before);
    }
    expect((await notes.version(one!.id)).content).toBe('of Ada');
  });

  it('is not found through another store with which its store swapped names', async () => {
    const { memory, documents } = await setUpDocument();
    const { stores } = memory.scope('ada');
    await stores.create({ name: 'shared', description: 'of all' });
    const [notes, shared] = documents.stores().map(({ info }) => info);
    [notes!.name, shared!.name] = [shared!.name, notes!.name];
    expect(await codeOf(stores.open('notes'))).toBe('damaged');
    expect(await codeOf(stores.list())).toBe('damaged');
  });

  it('is refused if the record of its store was changed', async () => {
    const { memory, documents } = await setUpDocument();
    documents.stores()[0]!.info.version += 1;
    expect(await codeOf(memory.scope('ada').stores.list())).toBe('damaged');
  });
});
