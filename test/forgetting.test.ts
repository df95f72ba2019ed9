import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory, type Extractor, type Memory, type MemoryScope } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { letterEmbedder } from '../tools/letter-embedder.mjs';
import { forgettingCases, open } from './forgetting-cases.ts';

describe('forgetting', () => {
  forgettingCases(async () => ({ backend: sqliteBackend({ path: ':memory:' }) }));
});

describe('forgetting in a file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mneme-forgetting-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const path = () => join(folder, 'memory.db');

  it('erasing a session leaves no word of it or its facts in any file', async () => {
    const memory = await open(sqliteBackend({ path: path() }));
    const ada = memory.scope('ada');
    const { ids } = await ada.episodes.append(
      [{ content: 'Zanzibar is where I was born', speaker: 'Ada' }, { content: 'Quixotic plans' }],
      { session: 'secretive' },
    );
    await ada.store({ content: 'User comes from Zanzibar', evidence: ids });
    await ada.store({ content: 'User stays' });
    const { bytes } = await ada.sessions.erase('secretive');
    expect(bytes).toBe('removed');
    const files = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name))),
    );
    const all = Buffer.concat(files).toString('latin1').toLowerCase();
    await memory.close();
    expect(all).toContain('user stays');
    for (const word of ['zanzibar', 'quixotic', 'secretive'])
      expect(all.includes(word), word).toBe(false);
  });

  it('erasing a session during appends and consolidation leaves no fact without its turn', async () => {
    const [one, other] = await Promise.all([1, 2].map(() => open(sqliteBackend({ path: path() }))));
    const [mine, theirs] = [one!.scope('ada'), other!.scope('ada')];
    let appending = true;
    let asked = 0;
    const extractor: Extractor = {
      async extract({ turns }) {
        asked += 1;
        if (appending) await mine.sessions.erase('busy');
        const facts = turns.map(({ id, content }) => ({
          content: `Ada owns ${content}`,
          category: 'factual_knowledge' as const,
          importance: 3 as const,
          evidence: [id],
        }));
        return { facts };
      },
    };
    const append = async () => {
      for (let round = 0; asked < 4; round++) {
        const turns = [{ content: `boat ${round}` }, { content: `kite ${round}` }];
        await theirs.episodes.append(turns, { session: 'busy' });
      }
      appending = false;
    };
    const learn = async () => {
      while (appending) await other!.consolidate({ extractor, windowTurns: 3 });
    };
    await Promise.all([append(), learn()]);
    const consistent = async () => {
      const { memories } = await mine.list({ limit: 1000, includeSuperseded: true });
      const there = new Set(memories.map(({ id }) => id));
      const resting = memories.flatMap(({ evidence = [] }) => evidence);
      expect(resting.filter((id) => !there.has(id))).toEqual([]);
      return { there, facts: memories.filter(({ kind }) => kind === 'fact').length };
    };
    await consistent();
    const [turn] = (await theirs.episodes.append([{ content: 'a house' }], { session: 'busy' }))
      .ids;
    await other!.consolidate({ extractor });
    const { there, facts } = await consistent();
    expect(there.has(turn as string)).toBe(true);
    expect(facts).toBeGreaterThan(0);
    await mine.sessions.erase('busy');
    expect((await mine.list()).memories).toEqual([]);
    await Promise.all([one!.close(), other!.close()]);
  });
});

describe.each([
  ['in the backend of the records', false],
  ['in a separate backend', true],
])('documents %s', (_, apart) => {
  let now: number;
  let memory: Memory;
  let ada: MemoryScope;
  /** Runs just before documents are written. */
  let meanwhile: (() => Promise<unknown>) | undefined;
  beforeEach(async () => {
    now = Date.parse('2026-03-01T00:00:00Z');
    const backend = sqliteBackend({ path: ':memory:' });
    const place = apart ? sqliteBackend({ path: ':memory:' }) : backend;
    const { documents } = place;
    for (const name of ['commit', 'removeStore'] as const) {
      const write = documents[name] as (request: unknown) => Promise<never>;
      documents[name] = async (request: unknown) => {
        const work = meanwhile;
        meanwhile = undefined;
        await work?.();
        return write(request);
      };
    }
    memory = await createMemory({
      backend,
      documents: place,
      embedder: letterEmbedder,
      extractor: 'none',
      clock: () => new Date(now),
    });
    ada = memory.scope('ada');
  });
  afterEach(() => memory.close());

  async function withFact() {
    const notes = await ada.stores.create({ name: 'notes' });
    const { id, contentSha256 } = await notes.create({ path: '/plan', content: 'Launch in May' });
    const fact = (await ada.store({ content: 'Launch: May', evidence: [id] })).id;
    const isThere = async () => (await ada.get(fact)) !== undefined;
    return { notes, id, contentSha256, fact, isThere };
  }

  it('lose facts that rest on them alone; facts with other evidence stay', async () => {
    const { notes, id, fact } = await withFact();
    const other = await notes.create({ path: '/other', content: 'The launch is big' });
    const both = (await ada.store({ content: 'It is big', evidence: [id, other.id] })).id;
    const receipt = await notes.delete({ id });
    expect(receipt).toMatchObject({ id, forgotten: [fact], kept: [both] });
    expect((await ada.get(both))?.evidence).toEqual([other.id]);
  });

  it('keep their facts if the deletion is refused at the last moment', async () => {
    const { notes, id, contentSha256, fact, isThere } = await withFact();
    meanwhile = () => notes.update({ id }, { content: 'Launch in June' });
    const precondition = { type: 'content_sha256', contentSha256 } as const;
    await expect(notes.delete({ id }, { precondition })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await isThere()).toBe(true);
    expect((await notes.delete({ id })).forgotten).toEqual([fact]);
    expect(await isThere()).toBe(false);
  });

  it('lose their facts when they expire, but not if they are written just before', async () => {
    const { notes, id, isThere } = await withFact();
    now += 40 * 86_400_000;
    meanwhile = () => notes.update({ id }, { content: 'Launch in June' });
    const report = await memory.prune({ documentsUnreadForDays: 30 });
    expect(report.documents?.documents).toEqual([]);
    expect(await isThere()).toBe(true);
    now += 40 * 86_400_000;
    const later = await memory.prune({ documentsUnreadForDays: 30 });
    expect(later.documents?.documents).toHaveLength(1);
    expect(await isThere()).toBe(false);
  });

  it('keep their facts if the call is interrupted, and lose them when it is repeated', async () => {
    const { notes, id, fact, isThere } = await withFact();
    const cutOff = () => Promise.reject(new Error('killed'));
    meanwhile = cutOff;
    await expect(notes.delete({ id })).rejects.toThrow('killed');
    expect(await isThere()).toBe(true);
    meanwhile = cutOff;
    await expect(ada.stores.delete(notes.id)).rejects.toThrow('killed');
    expect(await isThere()).toBe(true);
    expect((await ada.stores.delete(notes.id)).forgotten).toEqual([fact]);
    expect(await isThere()).toBe(false);
  });

  it('lose their facts even if the caller aborts at that moment', async () => {
    const { notes, id, fact, isThere } = await withFact();
    const controller = new AbortController();
    meanwhile = async () => controller.abort();
    const { forgotten } = await notes.delete({ id }, { signal: controller.signal });
    expect(forgotten).toEqual([fact]);
    expect(await isThere()).toBe(false);
  });

  it('lose a fact even if another writer changes it at that moment', async () => {
    const { notes, id, fact, isThere } = await withFact();
    meanwhile = () => ada.update(fact, { importance: 5 });
    expect((await notes.delete({ id })).forgotten).toEqual([fact]);
    expect(await isThere()).toBe(false);
  });
});
