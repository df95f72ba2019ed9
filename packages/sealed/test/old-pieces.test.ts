import { InMemoryStore, inMemoryBackend, inMemoryDocumentBackend } from '@mneme/conformance';
import { createMemory } from '@mneme/core';
import { expect, it } from 'vitest';
import { letterEmbedder } from '../../../tools/letter-embedder.mjs';
import { Ciphers } from '../src/ciphers.ts';
import { sealedBackend, sealedDocuments } from '../src/index.ts';
import { memoryKeyring } from './memory-keyring.ts';

const paragraph = 'The first paragraph is about tea. '.repeat(50);
const text = `${paragraph}\n\n${paragraph.replaceAll('tea', 'milk')}`;

/** A document as sealed before its pieces named their content. */
async function sealedBefore() {
  const stored = new InMemoryStore();
  const keyring = memoryKeyring();
  const memory = await createMemory({
    backend: sealedBackend(inMemoryBackend(), { keyring }),
    documents: sealedDocuments(inMemoryDocumentBackend({ store: stored }), { keyring }),
    embedder: letterEmbedder,
  });
  const notes = await memory.scope('ada').stores.create({ name: 'notes' });
  await notes.create({ path: '/a.md', content: text });
  const cipher = await new Ciphers(keyring).reading('ada');
  const [document] = stored.stores()[0]!.documents;
  const moved = new Map([[0, 0]]);
  let at = 0;
  let old = '';
  for (const line of document!.content.trimEnd().split('\n')) {
    const [scope = '', id = '', index, content = '', piece = ''] = line.split(' ');
    const about = ['document', id, Number(index), scope];
    const said = cipher.open(piece, [...about, content]);
    old += `${scope} ${id} ${index} ${cipher.seal(said, about)}\n`;
    at += line.length + 1;
    moved.set(at, old.length);
  }
  document!.content = old;
  for (const chunk of document!.chunks)
    Object.assign(chunk, { start: moved.get(chunk.start), end: moved.get(chunk.end) });
  return { notes, stored, document: document! };
}

it('an older document is read and found', async () => {
  const { notes } = await sealedBefore();
  expect((await notes.read('/a.md'))?.content).toBe(text);
  const { documents } = await notes.search('milk');
  expect(documents.map(({ path }) => path)).toEqual(['/a.md']);
});

it('pieces of an older content are not quoted for a newer one', async () => {
  const { notes, stored, document } = await sealedBefore();
  await notes.update('/a.md', { content: text.replaceAll('milk', 'wine') });
  expect((await notes.search('wine')).documents).toHaveLength(1);
  const { content, chunks } = document;
  Object.assign(stored.stores()[0]!.documents[0]!, { content, chunks });
  await expect(notes.search('milk')).rejects.toMatchObject({ code: 'damaged' });
});
